import { l10n, Uri, workspace } from 'vscode';
import { uploadFiles } from '../../app/upload/uploadFiles.ts';
import type { UploadContext, UploadOutcome, UploadRequest } from '../../app/upload/uploadFiles.ts';
import type { UploadSource } from '../../app/upload/uploadInput.ts';
import type { FileTargetSettings } from '../../app/upload/uploadTargets.ts';
import { buttonText, titleText } from '../../base/sinkText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { WrongDecodings } from '../editor/wrongDecodings.ts';
import { UserError } from '../errors/userError.ts';
import { readTargetSettings, SETTINGS_SECTION } from '../settings.ts';
import { chooseFiles } from '../window/fileDialog.ts';
import { InputReader } from './inputReader.ts';
import { ReadOnlyDocuments } from './readOnlyDocuments.ts';
import { readUploadArguments, readUris, withoutUris } from './uploadArguments.ts';
import { fileErrorOf, refusalText, signedOutText } from './uploadErrorText.ts';
import { createUploadPrompts } from './uploadPrompts.ts';

/** What an upload command returns to its caller. */
interface StartedUpload {
  readonly syncId: string;
  readonly entityId: string;
}

export interface UploadCommandsOptions extends Omit<UploadContext, 'prompts' | 'targetSettings' | 'onDidCheck'> {
  readonly workers: DataWorkers;
  readonly decodings: WrongDecodings;
  /** Asks the user to sign in. Resolves to whether they did. */
  readonly signIn: () => Promise<boolean>;
  /** Called with the result of each check. */
  readonly onDidCheck: (uri: Uri, check: CheckResult) => void;
  readonly report: (error: unknown) => void;
}

/** The commands that upload. Loaded when the first of them is run. */
export class UploadCommands {
  readonly #options: UploadCommandsOptions;
  readonly #documents = new ReadOnlyDocuments();
  readonly #context: UploadContext;

  constructor(options: UploadCommandsOptions) {
    this.#options = options;
    const prompts = createUploadPrompts({ ...options, documents: this.#documents });
    const onDidCheck: UploadContext['onDidCheck'] = (source, check) =>
      options.onDidCheck(Uri.parse(source, true), check);
    this.#context = { ...options, prompts, targetSettings, onDidCheck };
  }

  /**
   * Uploads what the active editor shows. Takes `{ entityId?, format?, confirm?: false }` or a row of the Connections view.
   * Resolves to the job, or to undefined if nothing was sent or no answer came, which the user was told.
   */
  async uploadActiveEditor(args: readonly unknown[]): Promise<StartedUpload | undefined> {
    const request = readUploadArguments(args);
    const started = await this.#upload([this.#createReader().sourceOfActiveEditor()], request);
    return started?.[0];
  }

  /**
   * Uploads files: those passed as `(uri, uris?)`, as menus do, or those that the user chooses. Also takes the options of
   * `uploadActiveEditor`. Resolves to the job of one file, to the jobs of several, and to undefined if the user cancels before
   * anything is sent.
   */
  async uploadFiles(args: readonly unknown[]): Promise<StartedUpload | readonly StartedUpload[] | undefined> {
    const request = readUploadArguments(withoutUris(args));
    const named = readUris(args);
    const uris = named.length > 0 ? named : await chooseUploads();
    const reader = this.#createReader();
    const started = await this.#upload(
      uris.map((uri) => reader.sourceOf(uri)),
      request,
    );
    return uris.length > 1 ? started : started?.[0];
  }

  /** Repeats the last upload with what the file holds now, to the same connection in the same way. */
  async repeatLast(): Promise<StartedUpload | undefined> {
    const { session, history } = this.#options;
    const last = session.state.kind === 'signedIn' ? history.latest(session.state.account.id) : undefined;
    if (last === undefined) {
      throw new UserError(l10n.t('There is no upload to repeat in this workspace.'));
    }
    const { source, entityId, format, conversion: earlier } = last;
    const started = await this.#upload([this.#createReader().sourceOf(Uri.parse(source, true))], {
      entityId,
      format,
      isConfirmed: false,
      earlier,
    });
    return started?.[0];
  }

  dispose(): void {
    this.#documents.dispose();
  }

  async #upload(
    sources: readonly UploadSource[],
    request: UploadRequest,
  ): Promise<readonly StartedUpload[] | undefined> {
    return startedUploads(await uploadFiles(sources, request, this.#context));
  }

  #createReader(): InputReader {
    return new InputReader({ ...this.#options, chooseKind: this.#context.prompts.chooseKind });
  }
}

/**
 * The jobs of what the service accepted; undefined if the user cancelled before anything was sent. Throws why nothing was sent,
 * and why a single file failed.
 */
function startedUploads(outcome: UploadOutcome): readonly StartedUpload[] | undefined {
  switch (outcome.kind) {
    case 'cancelled':
      return undefined;
    case 'invalid':
      return [];
    case 'refused':
      throw new UserError(refusalText(outcome.refusal));
    case 'unreadable':
      throw fileErrorOf(outcome.error, outcome.fileName);
    case 'sent': {
      const { plans, results, skipped } = outcome;
      const [only] = results.length + skipped.length === 1 ? results : [];
      const fileName = plans[0]?.input.file.name ?? '';
      if (only?.kind === 'failed') {
        throw fileErrorOf(only.error, fileName);
      }
      if (only?.kind === 'signedOut') {
        throw new UserError(signedOutText(fileName));
      }
      return results.flatMap((result) =>
        result.kind === 'started' ? [{ syncId: result.started.syncId, entityId: result.started.entityId }] : [],
      );
    }
  }
}

function targetSettings(source: string): FileTargetSettings {
  const uri = Uri.parse(source, true);
  return {
    settings: readTargetSettings(workspace.getConfiguration(SETTINGS_SECTION, uri), workspace.isTrusted),
    path: workspace.asRelativePath(uri, false),
  };
}

function chooseUploads(): Promise<readonly Uri[]> {
  return chooseFiles({
    title: titleText(l10n.t('Upload Files')),
    openLabel: buttonText(l10n.t('Upload')),
    filters: [
      {
        label: titleText(l10n.t('CSV and JSON')),
        extensions: ['csv', 'tsv', 'tab', 'txt', 'json', 'jsonl', 'ndjson'],
      },
      { label: titleText(l10n.t('All files')), extensions: ['*'] },
    ],
  });
}
