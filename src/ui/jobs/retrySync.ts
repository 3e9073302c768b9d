import { l10n } from 'vscode';
import { jobState } from '../../model/job.ts';
import { UserError } from '../errors/userError.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { readJobs } from './jobArguments.ts';

interface RetryOptions {
  readonly jobs: Pick<JobTracker, 'jobs' | 'markSeen'>;
  /** The same way that Start Sync goes. */
  readonly start: (args: readonly unknown[]) => Promise<unknown>;
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
  const rows = failed.map((job) => ({ kind: 'job', job }));
  return await start(rows.length === 1 ? rows : [rows]);
}
