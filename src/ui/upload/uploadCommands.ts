import { l10n, Uri } from 'vscode';
import type { DataTransfer } from 'vscode';
import { nameOfConnection } from '../../app/connections/knownConnection.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { onlyTarget } from '../../app/upload/fileOutcomes.ts';
import type { FileOutcome } from '../../app/upload/fileOutcomes.ts';
import { LastLoads } from '../../app/upload/lastLoads.ts';
import type { LoadStorages } from '../../app/upload/loadStorages.ts';
import type { UploadCopies } from '../../app/upload/uploadCopies.ts';
import { uploadFiles } from '../../app/upload/uploadFiles.ts';
import type { UploadContext, UploadOutcome, UploadRequest } from '../../app/upload/uploadFiles.ts';
import type { SaveUploads } from '../../app/upload/saveUploads.ts';
import type { UploadSource } from '../../app/upload/uploadInput.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import type { UploadPrompts } from '../../app/upload/uploadPrompts.ts';
import { isObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import { notificationText } from '../../base/sinkText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { Consents } from '../../jobs/store/consents.ts';
import { canRetry } from '../../model/job.ts';
import type { Account } from '../../model/account.ts';
import type { Job } from '../../model/job.ts';
import type { AcceptedUpload } from '../../model/upload.ts';
import { activeSource } from '../editor/openEditors.ts';
import type { WrongDecodings } from '../editor/wrongDecodings.ts';
import { UserError } from '../errors/userError.ts';
import { showInformation } from '../window/notifications.ts';
import { chooseSources, chooseUploads } from './chooseSources.ts';
import { droppedFiles } from './droppedFiles.ts';
import { sourcesOf } from './folderFiles.ts';
import { fileTargetSettings } from './fileTargetSettings.ts';
import { InputReader } from './inputReader.ts';
import { compareWithLastUpload, keptVersionOfJob } from './keptVersions.ts';
import { detailOf } from './reviewText.ts';
import { readSyncId, readUploadArguments, readUris, withoutUris } from './uploadArguments.ts';
import { createSaveUploads } from './saveUploads.ts';
import { startedUploads } from './startedUploads.ts';
import type { StartedUpload } from './startedUploads.ts';
import { createUploadPrompts } from './uploadPrompts.ts';
import { UploadSummaries } from './uploadSummaries.ts';

/** The job of one file, the jobs of several, undefined if nothing was sent. */
type StartedUploads = StartedUpload | readonly StartedUpload[] | undefined;

/** An earlier upload, as far as it is known. */
type RepeatedUpload = Pick<AcceptedUpload, 'source' | 'entityId'> & Partial<AcceptedUpload>;

export interface UploadCommandsOptions extends Omit<
  UploadContext,
  'jobs' | 'prompts' | 'targetSettings' | 'onDidCheck' | 'lastLoads'
> {
  readonly jobs: UploadContext['jobs'] & Pick<JobTracker, 'markRetried' | 'find' | 'onDidChange'>;
  readonly workers: DataWorkers;
  readonly loadStorages: LoadStorages;
  readonly log: Logger;
  readonly decodings: WrongDecodings;
  readonly consents: Pick<Consents, 'has' | 'add'>;
  readonly copies: UploadCopies | undefined;
  /** Asks the user to sign in. Resolves to whether they did. */
  readonly signIn: () => Promise<boolean>;
  /** Called with the result of each check. */
  readonly onDidCheck: (uri: Uri, check: CheckResult) => void;
  /** The folder of the scripts and styles of pages. */
  readonly distFolder: Uri;
  /** Opens the page of a job. */
  readonly openJob: (syncId: string) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** The commands that upload. Loaded when the first of them is run. */
export class UploadCommands {
  readonly #options: UploadCommandsOptions;
  readonly #context: UploadContext;
  readonly #saves: SaveUploads;
  readonly #summaries: UploadSummaries;

  constructor(options: UploadCommandsOptions) {
    this.#options = options;
    const { session } = options;
    this.#summaries = new UploadSummaries({
      ...options,
      account: () => (session.state.kind === 'signedIn' ? session.state.account : undefined),
      repeat: (...args) => this.#repeatFiles(...args),
    });
    const prompts = createUploadPrompts({ ...options, showSummary: (summary) => this.#summaries.show(summary) });
    const onDidCheck: UploadContext['onDidCheck'] = (source, check) =>
      options.onDidCheck(Uri.parse(source, true), check);
    this.#context = {
      ...{ ...options, prompts, onDidCheck },
      lastLoads: new LastLoads({ ...options, storages: options.loadStorages }),
      targetSettings: (source) => fileTargetSettings(Uri.parse(source, true)),
    };
    // A file whose format is unknown is not asked about on every save.
    const chooseKind = () => Promise.resolve(undefined);
    this.#saves = createSaveUploads({
      ...options,
      context: this.#context,
      sourceOf: (source) => this.#createReader({ chooseKind }).sourceOf(Uri.parse(source, true)),
      reportOutcome: (outcome) => void startedUploads(outcome),
    });
  }

  /**
   * Uploads what the active editor shows, or files that the user chooses if no editor shows any. Takes
   * `{ entityId?, format?, confirm?: false }` or a row of the Connections view. Resolves to the job, or to undefined if nothing was
   * sent or no answer came, which the user was told; to the jobs of several chosen files.
   */
  async uploadActiveEditor(args: readonly unknown[]): Promise<StartedUploads> {
    const request = readUploadArguments(args);
    const source = this.#createReader().sourceOfActiveEditor();
    return source === undefined
      ? this.#uploadUris(await this.#chooseUploads(request), request)
      : (await this.#upload([source], request))?.[0];
  }

  /**
   * Uploads to a connection what the user then chooses: the active editor, open files, or files and folders on the disk. Takes a row of the
   * Connections view, or the options of `uploadActiveEditor`.
   */
  async uploadToThisConnection(args: readonly unknown[]): Promise<StartedUploads> {
    const request = readUploadArguments(args);
    const chosen = await chooseSources(this.#targetName(request));
    switch (chosen?.kind) {
      case 'active':
        return this.uploadActiveEditor(args);
      case 'files':
        return this.#uploadUris(chosen.uris, request);
      case 'matches':
        return this.#uploadUris(chosen.uris, { ...request, mustReview: true });
      case 'dialog':
        return this.#uploadUris(await this.#chooseUploads(request), request);
      case undefined:
        return undefined;
    }
  }

  /**
   * Uploads what is dropped on a row of the Connections view. Unless the user has set `never`, it is reviewed: a slip of the mouse
   * drops files, too.
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
      throw new UserError(l10n.t('What you dropped contains no files.'));
    }
    const mustReview = inFolders.hasFolder || this.#options.settings().uploadConfirm !== 'never';
    await this.#upload(sources, { ...readUploadArguments([row]), mustReview });
  }

  /** Uploads the files that a menu was opened on: what the active editor shows if it is that one. */
  async uploadToConnection(args: readonly unknown[]): Promise<StartedUploads> {
    const [uri, ...others] = readUris(args);
    const isActive = others.length === 0 && uri?.toString() === activeSource()?.uri.toString();
    return uri === undefined || isActive ? this.uploadActiveEditor([]) : this.uploadFiles(args);
  }

  /**
   * Uploads files: those passed as `(uri, uris?)`, as menus do, or those that the user chooses. A folder stands for its files, which
   * are always reviewed. Also takes the options of `uploadActiveEditor`. Resolves to the job of one file, to the jobs of several, and
   * to undefined if the user cancels before anything is sent.
   */
  async uploadFiles(args: readonly unknown[]): Promise<StartedUploads> {
    const request = readUploadArguments(withoutUris(args));
    const named = readUris(args);
    return this.#uploadUris(named.length > 0 ? named : await this.#chooseUploads(request), request);
  }

  /** Repeats the last upload with what the file holds now, to the same connection in the same way. */
  async repeatLast(): Promise<StartedUpload | undefined> {
    const { session, history } = this.#options;
    const last = session.state.kind === 'signedIn' ? history.latest(session.state.account.id) : undefined;
    if (last === undefined) {
      throw new UserError(l10n.t('There is no upload to repeat in this workspace.'));
    }
    return this.#repeat(last, { mustReview: false });
  }

  /**
   * Repeats the upload of a job with what its file holds now, to the same connection in the same way, after a review. Resolves to the
   * new job; undefined if nothing was sent.
   */
  async retry(job: Job): Promise<StartedUpload | undefined> {
    const { history } = this.#options;
    this.#requireAccount(job.accountId);
    const { entityId, source } = job;
    const known = history.bySyncId(job.accountId, job.syncId);
    if (known === undefined && source?.uri === undefined) {
      throw new UserError(
        l10n.t('The file of this upload is not known. Upload it from its editor or from the Explorer.'),
      );
    }
    const started = await this.#repeat(known ?? { entityId, source: source?.uri ?? '' }, { mustReview: true });
    if (started && canRetry(job)) {
      this.#options.jobs.markRetried([job.syncId]);
    }
    return started;
  }

  /** Opens VS Code's diff editor with a file, or with what the active editor shows, and its content as it was last uploaded. */
  compareWithLast(args: readonly unknown[]): Promise<void> {
    return compareWithLastUpload(args, this.#options);
  }

  /**
   * Uploads the content of an earlier upload again, as it was sent, to the same connection, after a review. Resolves to the new job;
   * undefined if nothing was sent.
   */
  async uploadVersionAgain(args: readonly unknown[]): Promise<StartedUpload | undefined> {
    const { uri, upload } = await keptVersionOfJob(args, this.#options);
    const { entityId, format } = upload;
    const started = await this.#upload([this.sourceOf(uri)], {
      entityId,
      format,
      isConfirmed: false,
      mustReview: true,
    });
    return started?.[0];
  }

  /** Repeats the upload of the job that a command was called on. */
  retryJob(args: readonly unknown[]): Promise<StartedUpload | undefined> {
    const syncId = readSyncId(args);
    const job = this.#options.jobs.jobs.find((known) => known.syncId === syncId);
    if (job?.kind !== 'upload') {
      throw new UserError(l10n.t('This upload is no longer in the list of jobs.'));
    }
    return this.retry(job);
  }

  /**
   * Uploads files for a caller that has prompts of its own and shows the outcome itself. Throws what `uploadFiles` throws.
   */
  async uploadFor(
    uris: readonly Uri[],
    request: UploadRequest,
    adapt: (usual: UploadPrompts) => UploadPrompts,
  ): Promise<UploadOutcome> {
    const prompts = adapt(this.#context.prompts);
    const reader = this.#createReader(prompts);
    const sources = uris.map((uri) => reader.sourceOf(uri));
    return uploadFiles(sources, request, { ...this.#context, prompts });
  }

  /** A file, or the text of its editor if that has changes. */
  sourceOf(uri: Uri, chooseKind = this.#context.prompts.chooseKind): UploadSource {
    return this.#createReader({ chooseKind }).sourceOf(uri);
  }

  /** What the review of an upload shows, a line each. */
  reviewLines(plan: UploadPlan, account: Account): readonly string[] {
    return detailOf({ plans: [plan], skipped: [], account });
  }

  /** Uploads a file that the user has saved, if the settings name its connection. */
  async saved(uri: Uri): Promise<void> {
    await this.#saves.saved(uri.toString());
  }

  dispose(): void {
    this.#saves.dispose();
    this.#summaries.dispose();
  }

  async #repeat(
    { source, entityId, format, conversion: earlier }: RepeatedUpload,
    { mustReview }: { readonly mustReview: boolean },
  ): Promise<StartedUpload | undefined> {
    const request = { entityId, format, isConfirmed: false, mustReview, ...(earlier && { earlier }) };
    const started = await this.#upload([this.#createReader().sourceOf(Uri.parse(source, true))], request);
    return started?.[0];
  }

  /** Repeats uploads of several files with what they hold now, in one review. Resolves to the URIs of those that were accepted. */
  async #repeatFiles(
    files: readonly FileOutcome[],
    all: readonly FileOutcome[],
    accountId: string,
  ): Promise<readonly string[]> {
    this.#requireAccount(accountId);
    const reader = this.#createReader();
    const [first] = files.flatMap((file) => (file.kind === 'planned' ? file.plan : []));
    const outcome = await uploadFiles(
      files.map(({ source }) => reader.sourceOf(Uri.parse(source, true))),
      {
        entityId: onlyTarget(all),
        format: first?.format,
        isConfirmed: false,
        mustReview: true,
        ...(first && { earlier: first.conversion }),
      },
      this.#context,
    );
    startedUploads(outcome);
    return outcome.kind === 'sent'
      ? outcome.plans.flatMap(({ input }, index) => (outcome.results[index]?.kind === 'started' ? input.source : []))
      : [];
  }

  #requireAccount(accountId: string): void {
    const { state } = this.#options.session;
    if (state.kind !== 'signedIn' || state.account.id !== accountId) {
      throw new UserError(l10n.t('This upload is of another account. Switch to that account, then retry.'));
    }
  }

  async #uploadUris(uris: readonly Uri[], request: UploadRequest): Promise<StartedUploads> {
    const { sources, hasFolder } = await sourcesOf(uris, this.#createReader());
    const started = await this.#upload(sources, hasFolder ? { ...request, mustReview: true } : request);
    return uris.length > 1 || hasFolder ? started : started?.[0];
  }

  #chooseUploads(request: UploadRequest): Promise<readonly Uri[]> {
    return chooseUploads(this.#targetName(request));
  }

  /** The name of the connection, if it was chosen before. */
  #targetName({ entityId }: UploadRequest): string | undefined {
    return entityId === undefined ? undefined : nameOfConnection(this.#options.feed, entityId);
  }

  async #upload(
    sources: readonly UploadSource[],
    request: UploadRequest,
  ): Promise<readonly StartedUpload[] | undefined> {
    return startedUploads(await uploadFiles(sources, request, this.#context));
  }

  #createReader({ chooseKind }: Pick<UploadPrompts, 'chooseKind'> = this.#context.prompts): InputReader {
    return new InputReader({ ...this.#options, chooseKind });
  }
}
