import { l10n, Uri } from 'vscode';
import { activeAccount } from '../../app/session/session.ts';
import type { Session } from '../../app/session/session.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { retryTarget } from '../../app/upload/fileOutcomes.ts';
import type { FileOutcome } from '../../app/upload/fileOutcomes.ts';
import type { UploadCopies } from '../../app/upload/uploadCopies.ts';
import type { UploadOutcome, UploadRequest } from '../../app/upload/uploadRequest.ts';
import type { UploadHistory } from '../../app/upload/uploadHistory.ts';
import type { UploadSource } from '../../app/upload/uploadInput.ts';
import { conversionFromSource } from '../../app/upload/uploadPlan.ts';
import { mappedTarget } from '../../app/upload/uploadTargets.ts';
import { canRetry } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { AcceptedUpload } from '../../model/upload.ts';
import { readSyncId } from '../commands/commandTargets.ts';
import { fileTargetSettings } from '../currentSettings.ts';
import { UserError } from '../errors/userError.ts';
import { sourcesOf } from './folderFiles.ts';
import type { InputReader } from './inputReader.ts';
import { keptVersionOfJob, unknownFileError } from './keptVersions.ts';
import { startedUploads, throwUnreportedFailure } from './startedUploads.ts';
import type { StartedUpload } from './startedUploads.ts';
import type { Summary } from './uploadSummary.ts';

/** What is known about an earlier upload. */
type RepeatedUpload = Pick<AcceptedUpload, 'uri' | 'entityId'> & Partial<AcceptedUpload>;

interface RepeatedUploadsOptions {
  readonly session: Pick<Session, 'state'>;
  readonly history: UploadHistory;
  readonly tracker: Pick<JobTracker, 'jobs' | 'markRetried'>;
  readonly copies: UploadCopies | undefined;
  /** Creates a reader of the files of one upload. */
  readonly createReader: () => InputReader;
  readonly upload: (sources: readonly UploadSource[], request: UploadRequest) => Promise<UploadOutcome>;
}

/** Repeats uploads: the last one, that of a job, an earlier version, several files of an upload, or one that has just failed. */
export class RepeatedUploads {
  readonly #options: RepeatedUploadsOptions;

  constructor(options: RepeatedUploadsOptions) {
    this.#options = options;
  }

  /** Repeats the last upload with the current content of the file, to the same connection in the same format. */
  async repeatLast(): Promise<StartedUpload | undefined> {
    const { session, history } = this.#options;
    const account = activeAccount(session);
    const last = account && history.latestFromWorkspace(account.id);
    if (last === undefined) {
      throw new UserError(l10n.t('There is nothing to repeat: no upload from this workspace has been accepted yet.'));
    }
    // VS Code gives the name of an unsaved text to the next one.
    return this.#repeat(last, last.uri.startsWith('untitled:') ? 'always' : undefined);
  }

  /**
   * Repeats the upload of a job with the current content of its file, to the same connection in the same format, after a review. Resolves
   * to the new job, or to undefined if nothing was sent.
   */
  async retry(job: Job): Promise<StartedUpload | undefined> {
    const { history, tracker } = this.#options;
    this.#assertActive(job.accountId);
    if (job.kind !== 'upload' || !canRetry(tracker.jobs.find(job.syncId) ?? job)) {
      throw new UserError(l10n.t('Only failed uploads can be retried, and only once each.'));
    }
    const { entityId, source } = job;
    const earlier = history.bySyncId(job.accountId, job.syncId);
    if (earlier === undefined && source?.uri === undefined) {
      throw unknownFileError();
    }
    const started = await this.#repeat(earlier ?? { entityId, uri: source?.uri ?? '' }, 'always');
    if (started) {
      tracker.markRetried([job]);
    }
    return started;
  }

  /** Like `retry`, for the job that a command was called on. */
  retryFromCommand(args: readonly unknown[]): Promise<StartedUpload | undefined> {
    const syncId = readSyncId(args);
    const job = this.#options.tracker.jobs.find(syncId);
    if (job === undefined) {
      throw new UserError(l10n.t('This upload is not in the list of jobs.'));
    }
    return this.retry(job);
  }

  /**
   * Uploads the content of an earlier upload again, as it was sent, to the same connection, after a review. Takes the arguments of the
   * command. Resolves to the new job, or to undefined if nothing was sent.
   */
  async uploadVersionAgain(args: readonly unknown[]): Promise<StartedUpload | undefined> {
    const { uri: copyUri, upload: earlier } = await keptVersionOfJob(args, this.#options);
    const { entityId, uri, format } = earlier;
    const copy = this.#options.createReader().sourceOf(copyUri);
    const read = async () => {
      const input = await copy.read();
      // No editor shows it.
      return input && { ...input, uri, earlier, hasEditor: false };
    };
    // Without the conversion, because the copy is already converted.
    const request = { entityId, format, review: 'always' as const };
    const outcome = await this.#options.upload([{ uri, name: copy.name, read }], request);
    throwUnreportedFailure(outcome);
    return startedUploads(outcome)?.[0];
  }

  /**
   * Uploads some files of an earlier upload again with their current content, after one review.
   *
   * @param all all files of that upload.
   */
  async retryFiles(
    files: readonly FileOutcome[],
    all: readonly FileOutcome[],
    { account, entityId }: Pick<Summary, 'account' | 'entityId'>,
  ): Promise<UploadOutcome> {
    const { createReader, upload } = this.#options;
    if (account) {
      this.#assertActive(account.id);
    }
    const hasSetting = (uri: string): boolean => {
      const { settings, path } = fileTargetSettings(Uri.parse(uri, true));
      return mappedTarget(settings, path) !== undefined;
    };
    const targets = new Map(files.map((file) => [file.uri, retryTarget(file, all, hasSetting)]));
    const plans = new Map(files.flatMap((file) => (file.kind === 'planned' ? [[file.uri, file.plan]] : [])));
    const [first] = plans.values();
    const { sources } = await sourcesOf(
      files.map(({ uri }) => Uri.parse(uri, true)),
      createReader(),
    );
    return upload(sources, {
      entityId,
      targetOf: (uri) => targets.get(uri),
      format: first?.format,
      review: 'always',
      earlierConversion: (uri) => plans.get(uri)?.conversion,
    });
  }

  /** The started uploads. Throws if the only file could not be read or sent; the error then has a Retry Upload button. */
  startedOrThrow(outcome: UploadOutcome): readonly StartedUpload[] | undefined {
    throwUnreportedFailure(outcome, ({ accountId, plan }) => {
      this.#assertActive(accountId);
      const { input, target, format } = plan;
      const conversion = conversionFromSource(plan);
      return this.#repeat({ uri: input.uri, entityId: target.entityId, format, conversion }, 'always');
    });
    return startedUploads(outcome);
  }

  async #repeat(
    { uri, entityId, format, conversion }: RepeatedUpload,
    review: UploadRequest['review'],
  ): Promise<StartedUpload | undefined> {
    const { createReader, upload } = this.#options;
    const request = { entityId, format, review, earlierConversion: () => conversion };
    return this.startedOrThrow(await upload([createReader().sourceOf(Uri.parse(uri, true))], request))?.[0];
  }

  /** Throws `UserError` if the window does not use the account of an earlier upload. */
  #assertActive(accountId: string): void {
    const { state } = this.#options.session;
    if (state.kind !== 'signedIn') {
      throw new UserError(l10n.t('You are not signed in. Sign in to the account of this upload, then retry.'), {
        offersSignIn: true,
      });
    }
    if (state.account.id !== accountId) {
      throw new UserError(l10n.t('This upload belongs to another account. Switch to that account, then retry.'));
    }
  }
}
