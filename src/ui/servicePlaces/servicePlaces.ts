import { setTimeout as wait } from 'node:timers/promises';
import { CancellationError, commands, l10n } from 'vscode';
import type { Uri } from 'vscode';
import type { Session } from '../../app/session/session.ts';
import type { JobsChange } from '../../app/tracking/jobsChange.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { fileFailureOf } from '../../app/upload/uploadInput.ts';
import { namesPlace } from '../../app/upload/uploadFailure.ts';
import type { UploadHistory } from '../../app/upload/uploadHistory.ts';
import { plainText } from '../../base/displayText.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { progressText } from '../../base/sinkText.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import { isFailedUpload } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { isCancellation, UserError } from '../errors/userError.ts';
import { withProgressIfSlow } from '../window/progress.ts';
import { findUploadPlaces, rangeOf } from './placeReader.ts';
import type { PlacesOfUpload } from './placeReader.ts';
import { ServiceProblems } from './serviceProblems.ts';

interface ServicePlacesOptions {
  readonly session: Pick<Session, 'state' | 'onDidChange'>;
  readonly tracker: Pick<JobTracker, 'known' | 'onDidChange'>;
  readonly history: Pick<UploadHistory, 'bySyncId'>;
  readonly workers: DataWorkers;
  readonly report: (error: unknown) => void;
}

/** How long the notification of a failure waits for the place, in ms. A large file takes longer. */
const NOTIFICATION_WAIT_MS = 3_000;

/** Places what the service says about failed uploads in their files. */
export class ServicePlaces implements Disposable {
  readonly #options: ServicePlacesOptions;
  readonly #owned = new DisposableStore();
  readonly #problems = this.#owned.add(new ServiceProblems());
  /** The searches that are running, by the IDs of their jobs. */
  readonly #running = new Map<string, { readonly cancel: AbortController; readonly found: Promise<boolean> }>();
  #accountId: string | undefined;

  constructor(options: ServicePlacesOptions) {
    this.#options = options;
    this.#accountId = this.#currentAccount;
    this.#owned.add(options.tracker.onDidChange((change) => this.#removeEnded(change)));
    this.#owned.add(options.session.onDidChange(() => this.#enterAccount()));
  }

  /**
   * Shows the problems of a job that has failed in the Problems view. Resolves to whether there are any; to false if that takes
   * too long to wait for. Failures are reported.
   */
  async place(job: Job): Promise<boolean> {
    const running = this.#running.get(job.syncId)?.found ?? this.#begin(job);
    return Promise.race([running, wait(NOTIFICATION_WAIT_MS, false, { ref: false })]);
  }

  /** Goes to the first place of a job's problems. Throws a `UserError` if there is none. */
  async show(job: Job): Promise<void> {
    const name = plainText(job.source?.name ?? '', 80);
    const found = await withProgressIfSlow(progressText(l10n.t('Searching “{0}”', name)), ({ signal }) =>
      this.#find(job, signal).catch((error: unknown) => {
        throw fileFailureOf(error) === undefined
          ? error
          : new UserError(l10n.t('“{0}” can’t be read.', name), { cause: error });
      }),
    );
    switch (found?.kind) {
      case undefined:
        throw new UserError(l10n.t('The file of this upload is not known on this machine.'));
      case 'changed':
        throw new UserError(
          l10n.t('“{0}” has changed since it was uploaded. Open the job to read the service’s message.', name),
        );
      case 'none':
        throw new UserError(
          l10n.t(
            'The service’s message can’t be matched to a cell of “{0}” with certainty. Open the job to read it.',
            name,
          ),
        );
      case 'found': {
        this.#accept(job, found);
        const [first] = found.places;
        // Also for files that are too large for a document.
        await commands.executeCommand('vscode.open', found.uri, { selection: rangeOf(first), preview: false });
      }
    }
  }

  dispose(): void {
    this.#running.forEach(({ cancel }) => cancel.abort(new CancellationError()));
    this.#running.clear();
    this.#owned.dispose();
  }

  get #currentAccount(): string | undefined {
    const { state } = this.#options.session;
    return state.kind === 'signedIn' ? state.account.id : undefined;
  }

  #begin(job: Job): Promise<boolean> {
    if (!namesPlace(job)) {
      return Promise.resolve(false);
    }
    const cancel = new AbortController();
    const found = this.#find(job, cancel.signal)
      .then((places) => places?.kind === 'found' && this.#accept(job, places))
      .catch((error: unknown) => {
        // A file that is gone or can't be read has no places.
        if (!isCancellation(error) && fileFailureOf(error) === undefined) {
          this.#options.report(error);
        }
        return false;
      })
      .finally(() => this.#running.delete(job.syncId));
    this.#running.set(job.syncId, { cancel, found });
    return found;
  }

  /** Undefined if the file of the job is not known. */
  async #find(job: Job, signal: AbortSignal): Promise<PlacesOfUpload | undefined> {
    const { history, workers } = this.#options;
    const upload = history.bySyncId(job.accountId, job.syncId);
    return upload && findUploadPlaces(job, upload, workers, signal);
  }

  /** Shows the problems, unless the job was removed or its file was uploaded again meanwhile. */
  #accept(job: Job, { uri, places }: Extract<PlacesOfUpload, { readonly kind: 'found' }>): boolean {
    if (job.accountId !== this.#currentAccount || !this.#isLatest(job.syncId, uri)) {
      return false;
    }
    this.#problems.show(uri, job.syncId, places);
    return true;
  }

  #isLatest(syncId: string, uri: Uri): boolean {
    const { known } = this.#options.tracker;
    const job = known.find(syncId);
    return (
      job !== undefined &&
      isFailedUpload(job) &&
      !known.sorted.some((other) => isLaterUpload(other, job, uri.toString()))
    );
  }

  #removeEnded({ syncIds }: JobsChange): void {
    const { known } = this.#options.tracker;
    const isConcerned = (uri: Uri, syncId: string): boolean =>
      syncIds === 'all' ||
      syncIds.has(syncId) ||
      [...syncIds].some((changed) => isSameSource(known.find(changed), uri.toString()));
    for (const { uri, syncId } of this.#problems.shown) {
      if (isConcerned(uri, syncId) && !this.#isLatest(syncId, uri)) {
        this.#problems.remove(uri);
      }
    }
  }

  #enterAccount(): void {
    if (this.#accountId !== this.#currentAccount) {
      this.#accountId = this.#currentAccount;
      this.#running.forEach(({ cancel }) => cancel.abort(new CancellationError()));
      this.#problems.shown.forEach(({ uri }) => this.#problems.remove(uri));
    }
  }
}

/** Whether a job is a later upload of the same file. */
function isLaterUpload(other: Job, job: Job, source: string): boolean {
  return isSameSource(other, source) && other.syncId !== job.syncId && other.knownSince >= job.knownSince;
}

function isSameSource(job: Job | undefined, source: string): boolean {
  return job?.kind === 'upload' && job.source?.uri === source;
}
