import { l10n } from 'vscode';
import { targetsOfJobs } from '../../app/connections/connectionTargets.ts';
import type { TargetSelection } from '../../app/connections/connectionTargets.ts';
import { jobState } from '../../model/job.ts';
import { UserError } from '../errors/userError.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { readJobs } from './jobArguments.ts';

interface RetryOptions {
  readonly jobs: Pick<JobTracker, 'jobs' | 'markSeen'>;
  /** Starts syncs as Start Sync does. */
  readonly start: (selection: TargetSelection) => Promise<unknown>;
}

/** Starts a new sync for each failed one it is called on, once a connection. The failed jobs stay as they are. */
export async function retrySync(args: readonly unknown[], { jobs, start }: RetryOptions): Promise<unknown> {
  const asked = readJobs(args, jobs.jobs);
  const failed = asked.filter((job) => job.kind === 'sync' && (jobState(job) === 'failed' || jobState(job) === 'lost'));
  if (failed.length === 0) {
    throw new UserError(l10n.t('Only a sync that failed can be retried. A file has to be uploaded again.'));
  }
  for (const { syncId } of failed) {
    jobs.markSeen(syncId);
  }
  return await start(targetsOfJobs(failed));
}
