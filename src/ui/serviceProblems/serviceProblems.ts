import { setTimeout as wait } from 'node:timers/promises';
import { CancellationError, l10n, Uri } from 'vscode';
import { activeAccount } from '../../app/session/session.ts';
import type { Session } from '../../app/session/session.ts';
import type { JobsChange } from '../../app/tracking/jobsChange.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { fileFailureOf } from '../../app/upload/fileFailure.ts';
import { refersToData } from '../../app/tracking/failureMessages.ts';
import type { UploadHistory } from '../../app/upload/uploadHistory.ts';
import { plainText } from '../../base/displayText.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { progressText } from '../../base/sinkText.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import { isFailedUpload } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { openFile } from '../editor/openEditors.ts';
import { isCancellation, UserError } from '../errors/userError.ts';
import { withProgressIfSlow } from '../window/progress.ts';
import { searchUpload, rangeOf } from './searchUpload.ts';
import type { UploadSearchResult } from './searchUpload.ts';
import { ServiceProblemCollection } from './serviceProblemCollection.ts';

interface ServiceProblemsOptions {
  readonly session: Pick<Session, 'state' | 'onDidChange'>;
  readonly tracker: Pick<JobTracker, 'jobs' | 'onDidChange'>;
  readonly history: Pick<UploadHistory, 'bySyncId'>;
  readonly workers: DataWorkers;
  readonly report: (error: unknown) => void;
}

/** How long the notification of a failure waits for the search, which takes longer in a large file. */
const NOTIFICATION_WAIT_MS = 3_000;

/** Locates the messages of failed uploads in the uploaded files and shows them as problems. */
export class ServiceProblems implements Disposable {
  readonly #options: ServiceProblemsOptions;
  readonly #owned = new DisposableStore();
  readonly #collection = this.#owned.add(new ServiceProblemCollection());
  /** The searches that are running, by the IDs of their jobs. */
  readonly #running = new Map<string, { readonly cancel: AbortController; readonly found: Promise<boolean> }>();
  #accountId: string | undefined;

  constructor(options: ServiceProblemsOptions) {
    this.#options = options;
    this.#accountId = this.#currentAccount;
    this.#owned.add(options.tracker.onDidChange((change) => this.#removeOutdated(change)));
    this.#owned.add(options.session.onDidChange(() => this.#handleAccountChange()));
  }

  /**
   * Shows the problems of a failed job in the Problems view. Resolves to whether there are any, or to false if the search takes too
   * long for a notification to wait. Errors are reported.
   */
  async showProblems(job: Job): Promise<boolean> {
    const running = this.#running.get(job.syncId)?.found ?? this.#begin(job);
    return Promise.race([running, wait(NOTIFICATION_WAIT_MS, false, { ref: false })]);
  }

  /** Opens the file at the first problem of a job. Throws a `UserError` if there is none. */
  async goToFirstProblem(job: Job): Promise<void> {
    const name = plainText(job.source?.name ?? '', 80);
    const found = await withProgressIfSlow(progressText(l10n.t('Searching “{0}”', name)), ({ signal }) =>
      this.#find(job, signal).catch((error: unknown) => {
        throw fileFailureOf(error) === undefined
          ? error
          : new UserError(
              l10n.t(
                '“{0}” can’t be read. Check whether it still exists and whether you have permission to read it.',
                name,
              ),
              { cause: error },
            );
      }),
    );
    switch (found?.kind) {
      case undefined:
        throw new UserError(l10n.t('The file of this upload is not known on this machine.'));
      case 'changed':
        await openSource(job);
        throw new UserError(
          l10n.t(
            '“{0}” has changed since it was uploaded, so the service’s message can’t be matched to a cell. The job shows it.',
            name,
          ),
        );
      case 'none':
        await openSource(job);
        throw new UserError(
          l10n.t('The service’s message can’t be matched to a cell of “{0}” with certainty. The job shows it.', name),
        );
      case 'found': {
        this.#accept(job, found);
        const [first] = found.problems;
        await openFile(found.uri, { selection: rangeOf(first), preview: false });
      }
    }
  }

  dispose(): void {
    this.#running.forEach(({ cancel }) => cancel.abort(new CancellationError()));
    this.#running.clear();
    this.#owned.dispose();
  }

  get #currentAccount(): string | undefined {
    return activeAccount(this.#options.session)?.id;
  }

  #begin(job: Job): Promise<boolean> {
    if (!refersToData(job)) {
      return Promise.resolve(false);
    }
    const cancel = new AbortController();
    const found = this.#find(job, cancel.signal)
      .then((result) => result?.kind === 'found' && this.#accept(job, result))
      .catch((error: unknown) => {
        // A file that no longer exists or can't be read is not an error here.
        if (!isCancellation(error) && fileFailureOf(error) === undefined) {
          this.#options.report(error);
        }
        return false;
      })
      .finally(() => this.#running.delete(job.syncId));
    this.#running.set(job.syncId, { cancel, found });
    return found;
  }

  /** Resolves to undefined if the job's file is unknown. */
  async #find(job: Job, signal: AbortSignal): Promise<UploadSearchResult | undefined> {
    const { history, workers } = this.#options;
    const upload = history.bySyncId(job.accountId, job.syncId);
    return upload && searchUpload(job, upload, workers, signal);
  }

  /** Shows the problems, unless the job has been removed or its file has been uploaded again in the meantime. */
  #accept(job: Job, { uri, problems }: Extract<UploadSearchResult, { readonly kind: 'found' }>): boolean {
    if (job.accountId !== this.#currentAccount || !this.#isLatest(job.syncId, uri)) {
      return false;
    }
    this.#collection.show(uri, job.syncId, problems);
    return true;
  }

  #isLatest(syncId: string, uri: Uri): boolean {
    const { jobs } = this.#options.tracker;
    const job = jobs.find(syncId);
    return (
      job !== undefined &&
      isFailedUpload(job) &&
      !jobs.sorted.some((other) => isLaterUpload(other, job, uri.toString()))
    );
  }

  #removeOutdated({ syncIds }: JobsChange): void {
    const { jobs } = this.#options.tracker;
    const isAffected = (uri: Uri, syncId: string): boolean =>
      syncIds === 'all' ||
      syncIds.has(syncId) ||
      [...syncIds].some((changed) => isSameSource(jobs.find(changed), uri.toString()));
    for (const { uri, syncId } of this.#collection.shown) {
      if (isAffected(uri, syncId) && !this.#isLatest(syncId, uri)) {
        this.#collection.remove(uri);
      }
    }
  }

  #handleAccountChange(): void {
    if (this.#accountId !== this.#currentAccount) {
      this.#accountId = this.#currentAccount;
      this.#running.forEach(({ cancel }) => cancel.abort(new CancellationError()));
      this.#collection.shown.forEach(({ uri }) => this.#collection.remove(uri));
    }
  }
}

/** Opens the file of an upload, where the user looks for the place. */
async function openSource({ source }: Job): Promise<void> {
  if (source?.uri !== undefined) {
    await openFile(Uri.parse(source.uri, true));
  }
}

/** Whether a job is a later upload of the same file. */
function isLaterUpload(other: Job, job: Job, uri: string): boolean {
  return isSameSource(other, uri) && other.syncId !== job.syncId && other.knownSince >= job.knownSince;
}

function isSameSource(job: Job | undefined, uri: string): boolean {
  return job?.kind === 'upload' && job.source?.uri === uri;
}
