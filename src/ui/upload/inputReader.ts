import { l10n, workspace } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import { readDiskInput, readGzippedInput } from '../../app/upload/diskInput.ts';
import { HEAD_BYTES, kindOfBytes, kindOfText } from '../../app/upload/kindOfData.ts';
import type { UploadInput, UploadSource } from '../../app/upload/uploadInput.ts';
import type { UploadPrompts } from '../../app/upload/uploadPrompts.ts';
import { plainText } from '../../base/displayText.ts';
import { isGzippedData } from '../../data/file/dataName.ts';
import { memoryFile } from '../../data/file/memoryFile.ts';
import { copyAsUtf8 } from '../../data/text/textSlices.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import { activeSource } from '../editor/activeEditor.ts';
import {
  baseName,
  workspaceFolderPath,
  hasHiddenChanges,
  isAsOnDisk,
  isAsStored,
  isUtf8,
  notOpen,
  openDocument,
} from '../editor/openEditors.ts';
import { documentText } from '../editor/documentText.ts';
import type { WrongDecodings } from '../editor/wrongDecodings.ts';
import { UserError } from '../errors/userError.ts';
import { DROPPED_SCHEME } from './droppedFiles.ts';
import type { DroppedContent } from './droppedFiles.ts';
import { linkOf } from './fileLink.ts';
import { RemoteFiles } from './remoteFiles.ts';
import type { RemoteFile } from './remoteFiles.ts';
import { COPY_SCHEME } from './uploadCopyFileSystem.ts';

interface InputReaderOptions {
  readonly workers: DataWorkers;
  readonly decodings: WrongDecodings;
  readonly chooseKind: UploadPrompts['chooseKind'];
}

/** Reads the documents and files of one upload. */
export class InputReader {
  readonly #options: InputReaderOptions;
  readonly #remoteFiles = new RemoteFiles();

  constructor(options: InputReaderOptions) {
    this.#options = options;
  }

  /** The content of the active editor; undefined if that is neither text nor a file. */
  sourceOfActiveEditor(): UploadSource | undefined {
    const source = activeSource();
    if (source === undefined) {
      return undefined;
    }
    const { uri, document } = source;
    if (uri.scheme === COPY_SCHEME) {
      throw new UserError(
        l10n.t(
          'This is the copy of an earlier upload. To send it again, use Upload This Version Again… in the Jobs view.',
        ),
      );
    }
    return document === undefined || isAsOnDisk(document)
      ? this.sourceOf(uri)
      : { uri: uri.toString(), name: baseName(uri), read: () => this.#readDocument(document) };
  }

  /** A file as it is stored, or the text of its editor if that has unsaved changes or the user has chosen an encoding for it. */
  sourceOf(uri: Uri): UploadSource {
    return { uri: uri.toString(), name: baseName(uri), read: () => this.#read(uri) };
  }

  /** A file that was dropped from another program. Its content is available only during the drop. */
  sourceOfDropped({ file, uri }: DroppedContent): UploadSource {
    const { name } = file;
    const named = { uri: uri.toString(), name };
    const read = async (): Promise<UploadInput | undefined> => {
      const remote = await this.#remoteFiles.openDropped(file);
      const input = await this.#inputOf(remote, { ...named, languageId: '' });
      return input && { ...input, hasEditor: false };
    };
    return { ...named, read };
  }

  async #read(uri: Uri): Promise<UploadInput | undefined> {
    if (uri.scheme === DROPPED_SCHEME) {
      throw new UserError(
        l10n.t(
          '“{0}” was dropped by another program, and its content is no longer available. Drop it again.',
          plainText(baseName(uri), 80),
        ),
      );
    }
    const document = openDocument(uri);
    if (document !== undefined && !isAsStored(document)) {
      return this.#readDocument(document);
    }
    if (uri.scheme === 'untitled') {
      throw notOpen(uri);
    }
    if (hasHiddenChanges(uri)) {
      throw new UserError(
        l10n.t(
          '“{0}” has unsaved changes that can’t be read from its editor. Save it, then upload again.',
          plainText(baseName(uri)),
        ),
      );
    }
    const stored = await this.#readStored(uri, document?.languageId ?? '');
    const input = stored && { ...stored, isEdited: () => openDocument(uri)?.isDirty === true };
    return document === undefined || input?.hasEditor !== true
      ? input
      : {
          ...input,
          check: async (options) => {
            const result = await input.check(options);
            // The document's decoding doesn't matter if the user has chosen an encoding or a conversion for the upload.
            const usesDefaultDecoding = options.encoding === undefined && options.conversion === undefined;
            return usesDefaultDecoding ? this.#options.decodings.adjustForFile(document, result) : result;
          },
        };
  }

  /** Reads a file as it is stored. Files that are not on a local disk can have up to 64 MB. */
  async #readStored(uri: Uri, languageId: string): Promise<UploadInput | undefined> {
    const file = { uri: uri.toString(), name: baseName(uri), languageId };
    if (uri.scheme === 'file') {
      return readDiskInput({ path: uri.fsPath, ...file, folder: workspaceFolderPath(uri) }, this.#options);
    }
    const notAFile = () =>
      new UserError(l10n.t('“{0}” is not a file. Select files instead.', plainText(file.name || uri.authority, 80)));
    // For example, a link dropped from a web page. VS Code would download it.
    if (/^https?$/.test(uri.scheme)) {
      throw notAFile();
    }
    const remote = await this.#remoteFiles.open(uri).catch((error: unknown) => {
      // Checked only after a failure, because VS Code doesn't know the scheme of a provider that has just been registered.
      throw workspace.fs.isWritableFileSystem(uri.scheme) === undefined ? notAFile() : error;
    });
    return this.#inputOf(remote, file);
  }

  async #inputOf(
    remote: RemoteFile,
    { uri, name, languageId }: Readonly<Record<'uri' | 'name' | 'languageId', string>>,
  ): Promise<UploadInput | undefined> {
    const { workers, chooseKind } = this.#options;
    if (isGzippedData(name, remote.head)) {
      const input = await readGzippedInput({ uri, file: remote.asUpload('csv'), link: remote.link }, this.#options);
      return (
        input && {
          ...input,
          fingerprint: async (...args) => (remote.isInMemory ? input.fingerprint(...args) : undefined),
        }
      );
    }
    const kind = await kindOfBytes({ name, languageId, head: remote.head }, chooseKind);
    return (
      kind && {
        uri,
        file: remote.asUpload(kind),
        link: remote.link,
        hasUnsavedChanges: false,
        hasEditor: true,
        check: async (options) => workers.checkBytes([await remote.read()], kind, options),
        // A file that is not in memory would have to be read again just for this, for example over a network.
        fingerprint: async (request, options) =>
          remote.isInMemory
            ? workers.fingerprintBytes([await remote.read()], { ...request, kind }, options)
            : undefined,
      }
    );
  }

  /** Copies the text of a document, so that later edits don't affect the upload. */
  async #readDocument(document: TextDocument): Promise<UploadInput | undefined> {
    const { workers, decodings, chooseKind } = this.#options;
    const { languageId, fileName, uri } = document;
    const name = baseName(uri);
    const pieces = await copyAsUtf8(documentText(document)).catch((error: unknown) => {
      throw document.isClosed ? notOpen(uri) : error;
    });
    // Read only after copying, because the file may be reopened with another encoding in the meantime.
    const { encoding, isDirty, version } = document;
    const head = pieces[0]?.toString('utf8', 0, HEAD_BYTES) ?? '';
    const kind = await kindOfText(name, { languageId, fileName, text: head }, chooseKind);
    if (kind === undefined) {
      return undefined;
    }
    // The name of an untitled document may lack the extension of its type.
    const fullName = document.isUntitled && !name.includes('.') ? `${name}.${kind}` : name;
    return {
      uri: uri.toString(),
      file: memoryFile(fullName, kind, ...pieces),
      // Undefined if the file doesn't exist; its text is uploaded anyway.
      link: await linkOf(uri),
      // Correct for untitled documents, too: they are dirty unless they are empty.
      hasUnsavedChanges: isDirty,
      hasEditor: true,
      editorEncoding: isUtf8(encoding) ? undefined : encoding,
      isEdited: () => document.version !== version,
      check: async ({ signal, conversion, totals }) => {
        const result = await workers.checkBytes(pieces, kind, { signal, encoding: 'utf-8', conversion, totals });
        return conversion === undefined ? decodings.adjustForText(document, result, signal) : result;
      },
      fingerprint: (request, options) => workers.fingerprintBytes(pieces, { ...request, kind }, options),
    };
  }
}
