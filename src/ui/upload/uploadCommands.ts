import { l10n, Uri } from 'vscode';
import { buttonText, titleText } from '../../base/sinkText.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { Job } from '../../model/job.ts';
import { isCancellation, UserError } from '../errors/userError.ts';
import { chooseFiles } from '../window/fileDialog.ts';
import { baseName } from '../editor/openEditors.ts';
import type { WrongDecodings } from '../editor/wrongDecodings.ts';
import { describeFileError } from './inputs/describeFileError.ts';
import { InputReader } from './inputs/inputReader.ts';
import { ReadOnlyDocuments } from './readOnlyDocuments.ts';
import { showOutcome } from './outcome/showOutcome.ts';
import { readUploadArguments, readUris, withoutUris } from './uploadArguments.ts';
import { UploadFlow } from './uploadFlow.ts';
import type { UploadFlowOptions } from './uploadFlow.ts';
import type { UploadInput } from './inputs/uploadInput.ts';
import { reasonText } from './skippedFile.ts';
import type { SkippedFile } from './skippedFile.ts';
import type { StartedUpload } from './sending/delivery.ts';

type UploadsOptions = Omit<UploadFlowOptions, 'documents'> & {
  readonly checker: DataWorkers;
  readonly decodings: WrongDecodings;
};

/** The commands that upload. Loaded when the first of them is run. */
export class UploadCommands {
  readonly #options: UploadsOptions;
  readonly #documents = new ReadOnlyDocuments();
  readonly #flow: UploadFlow;

  constructor(options: UploadsOptions) {
    this.#options = options;
    this.#flow = new UploadFlow({ ...options, documents: this.#documents });
  }

  /**
   * Uploads what the active editor shows. Takes `{ entityId?, format?, confirm?: false }` or a row of the Connections view.
   * Resolves to the job, or to undefined where nothing was sent or no answer came, which was said.
   */
  async uploadActiveEditor(args: readonly unknown[]): Promise<StartedUpload | undefined> {
    const given = readUploadArguments(args);
    const input = await this.#createReader().readActiveEditor();
    const [started] = input === undefined ? [] : await this.#flow.upload([input], given);
    return started;
  }

  /**
   * Uploads files: those it is called with as `(uri, uris?)`, as menus do, or those the user chooses. Also takes the options
   * of `uploadActiveEditor`. Resolves to the job of one file, and to the jobs of several.
   */
  async uploadFiles(args: readonly unknown[]): Promise<StartedUpload | readonly StartedUpload[] | undefined> {
    const given = readUploadArguments(withoutUris(args));
    const named = readUris(args);
    const uris = named.length > 0 ? named : await chooseUploads();
    const reader = this.#createReader();
    const inputs: UploadInput[] = [];
    const unreadable: SkippedFile[] = [];
    for (const uri of uris) {
      try {
        inputs.push(...((await readInput(uri, reader)) ?? []));
      } catch (error) {
        if (uris.length === 1 || isCancellation(error)) {
          throw error;
        }
        unreadable.push({ name: baseName(uri), reason: reasonText(error) });
      }
    }
    const started = await this.#flow.upload(inputs, given, { unreadable });
    return uris.length > 1 ? started : started[0];
  }

  /** Uploads again what was uploaded last, to the same connection in the same way, after the same check. */
  async repeatLast(): Promise<StartedUpload | undefined> {
    const { session, history } = this.#options;
    const last = session.state.kind === 'signedIn' ? history.latest(session.state.account.id) : undefined;
    if (last === undefined) {
      throw new UserError(l10n.t('There is no upload to repeat in this workspace.'));
    }
    const inputs = await readInput(Uri.parse(last.source, true), this.#createReader());
    const { entityId, format, conversion } = last;
    const [started] =
      inputs === undefined
        ? []
        : await this.#flow.upload(inputs, { entityId, format, isConfirmed: false }, { earlier: conversion });
    return started;
  }

  /** Opens what the service said about an upload, beside its file. */
  async showOutcome(job: Job): Promise<void> {
    await showOutcome(job, { history: this.#options.history, documents: this.#documents });
  }

  dispose(): void {
    this.#documents.dispose();
  }

  #createReader(): InputReader {
    return new InputReader(this.#options.checker, this.#options.decodings);
  }
}

async function readInput(uri: Uri, reader: InputReader): Promise<readonly UploadInput[] | undefined> {
  try {
    const input = await reader.readUri(uri);
    return input && [input];
  } catch (error) {
    throw describeFileError(error, baseName(uri));
  }
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
