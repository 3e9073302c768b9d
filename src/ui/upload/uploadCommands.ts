import { CancellationError, l10n, Uri } from 'vscode';
import type { DataTransfer } from 'vscode';
import { connectionNameById } from '../../app/connections/listedConnection.ts';
import type { AccountStore } from '../../app/session/accountStore.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { cancellableProgress } from '../../app/upload/adaptPrompts.ts';
import { LoadComparison } from '../../app/upload/loadComparison.ts';
import type { FingerprintStore } from '../../app/upload/fingerprintStore.ts';
import type { UploadCopies } from '../../app/upload/uploadCopies.ts';
import { reportInterrupted } from '../../app/upload/interruptedUploads.ts';
import { uploadFiles } from '../../app/upload/uploadFiles.ts';
import type { UploadContext, UploadOutcome, UploadRequest } from '../../app/upload/uploadRequest.ts';
import type { UploadOnSave } from '../../app/upload/uploadOnSave.ts';
import type { UploadSource } from '../../app/upload/uploadInput.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import type { UploadPrompts } from '../../app/upload/uploadPrompts.ts';
import { isObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, notificationText } from '../../base/sinkText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { Account } from '../../model/account.ts';
import { fileTargetSettings } from '../currentSettings.ts';
import { activeNotebook, isInActiveEditor } from '../editor/activeEditor.ts';
import { baseName } from '../editor/openEditors.ts';
import type { WrongDecodings } from '../editor/wrongDecodings.ts';
import { UserError } from '../errors/userError.ts';
import type { Settings } from '../settings.ts';
import { showInformation, showWarning } from '../window/notifications.ts';
import { chooseFilesToUpload, chooseSources } from './chooseSources.ts';
import { droppedFiles } from './droppedFiles.ts';
import { sourcesOf } from './folderFiles.ts';
import { InputReader } from './inputReader.ts';
import { compareWithLastUpload } from './keptVersions.ts';
import { anomalousLoadText } from './loadAnomalyText.ts';
import { RepeatedUploads } from './repeatedUploads.ts';
import { reviewLines } from './reviewText.ts';
import { readFileUploadArguments, readUploadArguments } from './uploadArguments.ts';
import { createUploadOnSave } from './createUploadOnSave.ts';
import { throwUnreportedFailure } from './startedUploads.ts';
import type { StartedUpload } from './startedUploads.ts';
import { createUploadPrompts } from './createUploadPrompts.ts';
import { UploadSummaryPages } from './uploadSummaryPages.ts';

/** The job of one file or the jobs of several files. Undefined if nothing was sent. */
type StartedUploads = StartedUpload | readonly StartedUpload[] | undefined;

export interface UploadCommandsOptions extends Pick<
  UploadContext,
  'session' | 'feed' | 'history' | 'intents' | 'consents'
> {
  readonly settings: () => Settings;
  readonly store: Pick<AccountStore, 'credential' | 'find' | 'onDidChange'>;
  readonly tracker: UploadContext['tracker'] &
    Pick<JobTracker, 'markRetried' | 'jobs' | 'find' | 'findLookedUp' | 'onDidChange'>;
  readonly workers: DataWorkers;
  readonly fingerprintStore: FingerprintStore;
  readonly log: Logger;
  readonly decodings: WrongDecodings;
  readonly copies: UploadCopies | undefined;
  /** Asks the user to sign in. Resolves to whether they did. */
  readonly signIn: () => Promise<boolean>;
  /** Called with the result of each check. */
  readonly onDidCheck: (uri: Uri, check: CheckResult) => void;
  /** The folder of the pages' scripts and style sheets. */
  readonly distFolder: Uri;
  /** Opens the page of a job. */
  readonly openJob: (syncId: string) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** The commands that upload. This module is loaded when one of them is first run. */
export class UploadCommands {
  readonly repeated: RepeatedUploads;
  readonly #options: UploadCommandsOptions;
  readonly #context: UploadContext;
  readonly #uploadOnSave: UploadOnSave;
  readonly #summaries: UploadSummaryPages;
  /** Cancels what is being checked or sent when the features are replaced, as by the demo. */
  readonly #lifetime = new AbortController();

  constructor(options: UploadCommandsOptions) {
    this.#options = options;
    this.#summaries = new UploadSummaryPages({
      ...options,
      retry: (...args) => this.repeated.retryFiles(...args),
    });
    const defaultPrompts = createUploadPrompts({ ...options, showSummary: (summary) => this.#summaries.show(summary) });
    const prompts = { ...defaultPrompts, ...cancellableProgress(this.#lifetime.signal, defaultPrompts) };
    const onDidCheck: UploadContext['onDidCheck'] = (uri, check) => options.onDidCheck(Uri.parse(uri, true), check);
    this.#context = {
      ...options,
      lifetime: this.#lifetime.signal,
      prompts,
      onDidCheck,
      loadComparison: new LoadComparison({
        ...options,
        onDidFindAnomalies: (load) => void showWarning(notificationText(anomalousLoadText(load), 500)),
      }),
      targetSettings: (uri) => fileTargetSettings(Uri.parse(uri, true)),
      isSignedIn: async (accountId) => (await options.store.credential(accountId)) !== undefined,
      onDidSignOut: (accountId, listener) =>
        options.store.onDidChange(() => {
          if (options.store.find(accountId) === undefined) {
            listener();
          }
        }),
    };
    this.repeated = new RepeatedUploads({
      ...options,
      createReader: () => this.#createReader(),
      upload: (sources, request) => uploadFiles(sources, request, this.#context),
    });
    // If the format of a file is unknown, the user should not be asked on every save.
    const chooseKind = () => Promise.resolve(undefined);
    this.#uploadOnSave = createUploadOnSave({
      ...options,
      context: this.#context,
      isOn: () => options.settings().uploadOnSave,
      sourceOf: (uri) => this.#createReader({ chooseKind }).sourceOf(Uri.parse(uri, true)),
      reportOutcome: (outcome) => throwUnreportedFailure(outcome),
    });
  }

  /**
   * Uploads what the active editor shows, or files that the user chooses if no editor shows any. Throws for a notebook. Takes
   * `{ entityId?, format?, confirm?: false }` or a row of the Connections view. Resolves to the job, to the jobs of
   * several chosen files, or to undefined if nothing was sent, or if the service did not respond, which the user has been told.
   */
  async uploadActiveEditor(args: readonly unknown[]): Promise<StartedUploads> {
    return this.#uploadActive(readUploadArguments(args));
  }

  /**
   * Lets the user choose what to upload to a connection: the active editor, open files, or files and folders on the disk. Takes a row of
   * the Connections view, or the options of `uploadActiveEditor`.
   */
  async uploadToThisConnection(args: readonly unknown[]): Promise<StartedUploads> {
    const request = readUploadArguments(args);
    const chosen = await chooseSources(this.#targetName(request));
    switch (chosen?.kind) {
      case 'active':
        return this.#uploadActive(request);
      case 'files':
        return this.#uploadUris(chosen.uris, request);
      case 'matches':
        return this.#uploadUris(chosen.uris, { ...request, review: 'always' });
      case 'dialog':
        return this.#uploadUris(await this.#chooseUploads(request), request);
      case undefined:
        return undefined;
    }
  }

  /**
   * Uploads files that are dropped on a row of the Connections view. Unless the user has set `never`, there is a review, because files are
   * easily dropped by mistake.
   */
  async drop(row: unknown, transfer: DataTransfer): Promise<void> {
    if (!isObject(row) || row['kind'] !== 'connection') {
      void showInformation(notificationText(l10n.t('To upload files, drop them on a connection.')));
      return;
    }
    const { uris, contents } = await droppedFiles(transfer);
    const reader = this.#createReader();
    const inFolders = await sourcesOf(uris, reader);
    const sources = [...inFolders.sources, ...contents.map((content) => reader.sourceOfDropped(content))];
    if (sources.length === 0) {
      throw new UserError(l10n.t('No files were dropped.'));
    }
    const isReviewed = inFolders.hasFolder || this.#options.settings().uploadConfirm !== 'never';
    await this.#upload(sources, { ...readUploadArguments([row]), review: isReviewed ? 'always' : undefined });
  }

  /** Tells the user which of these uploads were interrupted because their windows were closed or killed. */
  async reportInterrupted(accountId: string, ids: readonly string[]): Promise<void> {
    await reportInterrupted(accountId, ids, { ...this.#context, signal: this.#lifetime.signal });
  }

  /** Like `uploadFile`, for a menu. Without a file, or if the only one is in the active editor, uploads the editor's content. */
  async uploadToConnection(args: readonly unknown[]): Promise<StartedUploads> {
    const { request, uris, isList } = readFileUploadArguments(args);
    const [uri, ...others] = uris;
    if (uri === undefined) {
      return this.#uploadActive(request);
    }
    if (others.length > 0 || !isInActiveEditor(uri)) {
      return this.#uploadUris(uris, request, isList);
    }
    const started = await this.#uploadActive(request);
    return isList && started !== undefined ? [started].flat() : started;
  }

  /**
   * Uploads the files that are passed as `(uri, uris?)`, as menus do, or as a list, or those that the user chooses. A folder is replaced
   * with its files, which are always reviewed. Also takes the options of `uploadActiveEditor`. Resolves to the job of one file, to the jobs
   * of several, of a folder or of a list, or to undefined if the user cancels before anything is sent.
   */
  async uploadFile(args: readonly unknown[]): Promise<StartedUploads> {
    const { request, uris, isList } = readFileUploadArguments(args);
    return this.#uploadUris(uris.length > 0 ? uris : await this.#chooseUploads(request), request, isList);
  }

  /** Opens the diff editor with a file, by default that of the active editor, and its content as it was last uploaded. */
  compareWithLast(args: readonly unknown[]): Promise<void> {
    return compareWithLastUpload(args, this.#options);
  }

  /** Uploads files for a caller that adapts the prompts and shows the outcome itself. Throws what `uploadFiles` throws. */
  async uploadFor(
    uris: readonly Uri[],
    request: UploadRequest,
    adapt: (defaultPrompts: UploadPrompts) => UploadPrompts,
  ): Promise<UploadOutcome> {
    const prompts = adapt(this.#context.prompts);
    const reader = this.#createReader(prompts);
    const sources = uris.map((uri) => reader.sourceOf(uri));
    return uploadFiles(sources, request, { ...this.#context, prompts });
  }

  /** A file, or the text of its editor if that has unsaved changes. */
  sourceOf(uri: Uri, chooseKind: UploadPrompts['chooseKind']): UploadSource {
    return this.#createReader({ chooseKind }).sourceOf(uri);
  }

  /** The lines that the review of an upload shows, without the path of the file. */
  reviewLines(plan: UploadPlan, account: Account): readonly string[] {
    return reviewLines({ plans: [plan], skipped: [], account }, { hasPath: false });
  }

  /** Call this when the user has saved a file: uploads it if the settings specify its connection. */
  async uploadSaved(uri: Uri): Promise<void> {
    await this.#uploadOnSave.uploadSaved(uri.toString());
  }

  /** Cancels what is being checked or sent. Resolves once the outcome of what was being sent is recorded. */
  async stop(): Promise<void> {
    this.#lifetime.abort(new CancellationError());
    await this.#options.intents.whenSettled();
  }

  dispose(): void {
    this.#lifetime.abort(new CancellationError());
    this.#uploadOnSave.dispose();
    this.#summaries.dispose();
  }

  async #uploadActive(request: UploadRequest): Promise<StartedUploads> {
    const source = this.#createReader().sourceOfActiveEditor();
    if (source !== undefined) {
      return (await this.#upload([source], request))?.[0];
    }
    const choose = async () => this.#uploadUris(await this.#chooseUploads(request), request);
    const notebook = activeNotebook();
    if (notebook !== undefined) {
      throw new UserError(
        l10n.t(
          '“{0}” is a notebook, which can’t be uploaded. Choose CSV or JSON files.',
          plainText(baseName(notebook), 80),
        ),
        { buttons: [{ title: buttonText(l10n.t('Choose Files…')), run: choose }] },
      );
    }
    return choose();
  }

  async #uploadUris(uris: readonly Uri[], request: UploadRequest, isList = uris.length > 1): Promise<StartedUploads> {
    const { sources, hasFolder } = await sourcesOf(uris, this.#createReader());
    const started = await this.#upload(sources, hasFolder ? { ...request, review: 'always' } : request);
    return isList || hasFolder ? started : started?.[0];
  }

  #chooseUploads(request: UploadRequest): Promise<readonly Uri[]> {
    return chooseFilesToUpload(this.#targetName(request));
  }

  /** The name of the connection, if it has already been chosen. */
  #targetName({ entityId }: UploadRequest): string | undefined {
    return entityId === undefined ? undefined : connectionNameById(this.#options.feed, entityId);
  }

  async #upload(
    sources: readonly UploadSource[],
    request: UploadRequest,
  ): Promise<readonly StartedUpload[] | undefined> {
    return this.repeated.startedOrThrow(await uploadFiles(sources, request, this.#context));
  }

  #createReader({ chooseKind }: Pick<UploadPrompts, 'chooseKind'> = this.#context.prompts): InputReader {
    return new InputReader({ ...this.#options, chooseKind });
  }
}
