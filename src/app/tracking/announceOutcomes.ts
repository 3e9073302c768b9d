import type { Disposable } from '../../base/disposable.ts';
import { jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobTracker } from './jobTracker.ts';

/** Which outcomes the user wants to be notified of. */
export type NotificationLevel = 'all' | 'failures' | 'off';

export interface Announcement {
  readonly job: Job;
  readonly severity: 'error' | 'warning' | 'information';
  /** Whether the service's full message can be shown, beside the job. */
  readonly offersMessage: boolean;
}

interface OutcomePrompts {
  /** Shows how a job ended. Resolves to what the user chose to see; undefined if nothing. */
  announce(announcement: Announcement): PromiseLike<'job' | 'message' | undefined>;
  showJob(job: Job): unknown;
  /** Shows everything that the service said about an upload. */
  showMessage(job: Job): unknown;
}

interface AnnounceOptions {
  readonly level: () => NotificationLevel;
  readonly prompts: OutcomePrompts;
  readonly report: (error: unknown) => void;
}

/** Announces how each job that this window started has ended, once across all windows. What the user then opens counts as seen. */
export function announceOutcomes(
  jobs: Pick<JobTracker, 'onDidClaimOutcome' | 'markSeen'>,
  { level, prompts, report }: AnnounceOptions,
): Disposable {
  const announce = async (announcement: Announcement): Promise<void> => {
    const { job } = announcement;
    const chosen = await prompts.announce(announcement);
    if (chosen !== undefined) {
      jobs.markSeen(job.syncId);
      await (chosen === 'message' ? prompts.showMessage(job) : prompts.showJob(job));
    }
  };
  return jobs.onDidClaimOutcome((job) => {
    const announcement = announcementOf(job);
    const isWanted = level() === 'all' || (level() === 'failures' && announcement.severity !== 'information');
    if (isWanted) {
      announce(announcement).catch(report);
    }
  });
}

function announcementOf(job: Job): Announcement {
  const state = jobState(job);
  switch (state) {
    case 'failed':
      return { job, severity: 'error', offersMessage: job.kind === 'upload' };
    case 'lost':
      return { job, severity: 'warning', offersMessage: false };
    case 'succeeded':
    case 'finished':
    case 'running':
      return { job, severity: 'information', offersMessage: false };
  }
}
