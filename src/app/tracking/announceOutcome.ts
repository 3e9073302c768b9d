import { canRetry, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobTracker } from './jobTracker.ts';
import type { ClaimedJobs } from './outcomeClaims.ts';

/** Which outcomes the user wants to be notified of. */
export type NotificationLevel = 'all' | 'failures' | 'off';

export interface Announcement {
  /** One job, or all jobs of a batch. */
  readonly jobs: ClaimedJobs;
  /** The severity of the worst outcome among them. */
  readonly severity: Severity;
  /** Whether those that failed can be retried together: syncs, or a single upload, whose review is for one file. */
  readonly offersRetry: boolean;
}

/** What the user can do in the notification. */
export type OutcomeChoice = 'show' | 'retry' | 'showInFile';

type Severity = 'error' | 'warning' | 'information';

export interface OutcomePrompts {
  /** Shows how the jobs ended. Resolves to what the user chose; undefined if nothing. */
  announce(announcement: Announcement): PromiseLike<OutcomeChoice | undefined>;
  /** Shows one job, or the list of jobs. */
  show(jobs: ClaimedJobs): unknown;
  retry(jobs: ClaimedJobs): unknown;
  /** The user chose to retry these jobs, but none of them can be retried any longer. */
  showNothingToRetry(jobs: ClaimedJobs): unknown;
  /** Shows the cell of the file that the service's message refers to. */
  showInFile(job: Job): unknown;
}

export interface AnnounceOptions {
  readonly tracker: Pick<JobTracker, 'markSeen' | 'jobs'>;
  readonly level: NotificationLevel;
  readonly prompts: OutcomePrompts;
}

/**
 * Announces the outcome of jobs that this window has claimed, if the user wants that. Jobs that the user then opens count as seen.
 * Resolves once the user has closed the notification, or chosen in it.
 */
export async function announceOutcome(jobs: ClaimedJobs, { tracker, level, prompts }: AnnounceOptions): Promise<void> {
  const announcement = announcementOf(jobs);
  const isWanted = level === 'all' || (level === 'failures' && announcement.severity !== 'information');
  const chosen = isWanted ? await prompts.announce(announcement) : undefined;
  if (chosen === undefined) {
    return;
  }
  tracker.markSeen(jobs);
  if (chosen === 'showInFile') {
    await prompts.showInFile(jobs[0]);
    return;
  }
  if (chosen === 'retry') {
    // Since the notification appeared, they may have been retried, removed, or left with another account.
    const [first, ...others] = jobs.flatMap(({ syncId }) => tracker.jobs.find(syncId) ?? []).filter(canRetry);
    if (first !== undefined) {
      await prompts.retry([first, ...others]);
      return;
    }
    // The jobs, which are shown instead, may be in sight already.
    await prompts.showNothingToRetry(jobs);
  }
  await prompts.show(jobs);
}

function announcementOf(jobs: ClaimedJobs): Announcement {
  const severities = new Set(jobs.map(outcomeSeverity));
  const severity = (['error', 'warning'] as const).find((candidate) => severities.has(candidate)) ?? 'information';
  const retryable = jobs.filter(canRetry);
  const isRetriedTogether = retryable.length === 1 || retryable.every(({ kind }) => kind === 'sync');
  return { jobs, severity, offersRetry: retryable.length > 0 && isRetriedTogether };
}

function outcomeSeverity(job: Job): Severity {
  switch (jobState(job)) {
    case 'failed':
      return 'error';
    case 'lost':
      return 'warning';
    case 'succeeded':
    case 'finished':
    case 'running':
      return 'information';
  }
}
