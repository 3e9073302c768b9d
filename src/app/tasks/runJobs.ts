import type { Job } from '../../model/job.ts';
import { waitForJob } from '../tracking/waitForJob.ts';
import type { SendResult, UploadNotice } from '../upload/uploadPrompts.ts';
import type { TaskContext } from './taskContext.ts';
import type { DataTask } from './taskDefinition.ts';
import { endOfJob, worstEnd } from './taskEnd.ts';
import type { TaskEnd } from './taskEnd.ts';
import type { FoundFile } from '../upload/findFiles.ts';

type Task<Command extends DataTask['command']> = Extract<DataTask, { command: Command }>;

/** Asks once for each connection, because the folder has chosen it and not the user. */
export async function runSync(task: Task<'sync'>, context: TaskContext): Promise<TaskEnd> {
  const { consents, confirmSync, starter, report } = context;
  const { entityId } = task;
  const target = { entityId, entityName: undefined, lastSyncId: undefined, isRow: false };
  const outcome = await (
    await starter()
  ).start([target], {
    confirm: async (account, [name = entityId]) => {
      const isKnown = consents.has(account.id, 'taskSync', entityId);
      const isAllowed = isKnown || (await confirmSync({ account, entityId, name }));
      if (isAllowed && !isKnown) {
        consents.add(account.id, 'taskSync', entityId);
      }
      return isAllowed && !context.signal.aborted;
    },
  });
  const result = outcome.kind === 'requested' ? outcome.results[0] : undefined;
  switch (result?.kind) {
    case undefined:
      report({ kind: 'declined' });
      return context.signal.aborted ? 'stopped' : 'notStarted';
    case 'started':
      return follow(result.sync.syncId, task, context);
    case 'unknown':
      report({ kind: 'syncUnknown', result });
      return 'unknown';
    case 'failed':
      report({ kind: 'failed', error: result.error });
      return 'notStarted';
  }
}

export async function runUpload(
  task: Task<'upload'>,
  files: readonly FoundFile[],
  context: TaskContext,
): Promise<TaskEnd> {
  const { upload, report, signal } = context;
  const notify = (notice: UploadNotice): void => report({ kind: 'notice', notice });
  const outcome = await upload(files, { entityId: task.entityId, notify, signal });
  switch (outcome.kind) {
    case 'cancelled':
      report({ kind: 'declined' });
      return signal.aborted ? 'stopped' : 'notStarted';
    case 'invalid':
      return 'failed';
    case 'unreadable':
      report({ kind: 'fileError', fileName: outcome.fileName, error: outcome.error });
      return 'notStarted';
    case 'refused':
      report({ kind: 'refused', refusal: outcome.refusal });
      return 'notStarted';
    case 'sent': {
      const { plans, results, skipped } = outcome;
      const [only] = results.length + skipped.length === 1 ? results : [];
      const fileName = plans[0]?.input.file.name ?? '';
      if (only?.kind === 'failed') {
        report({ kind: 'fileError', fileName, error: only.error });
      } else if (only?.kind === 'signedOut') {
        report({ kind: 'signedOut', fileName });
      }
      const ends = await Promise.all(results.map((result) => endOfUpload(result, task, context)));
      return worstEnd(areOnlySomeSent(ends, skipped) ? ['failed', ...ends] : ends);
    }
  }
}

/** If nothing was sent, the task can be run again. If only some of several files were, that would load those twice. */
function areOnlySomeSent(ends: readonly TaskEnd[], skipped: readonly unknown[]): boolean {
  return skipped.length > 0 || (ends.includes('notStarted') && ends.some((end) => end !== 'notStarted'));
}

async function endOfUpload(result: SendResult, task: Task<'upload'>, context: TaskContext): Promise<TaskEnd> {
  switch (result.kind) {
    case 'started':
      return follow(result.started.syncId, task, context);
    case 'unknown':
      return 'unknown';
    case 'cancelled':
      return context.signal.aborted ? 'stopped' : 'notStarted';
    case 'failed':
    case 'signedOut':
    case 'notSent':
      return 'notStarted';
  }
}

/** Reports each change of a job until it ends, if the task waits for it. */
async function follow(
  syncId: string,
  { waits, timeoutMs }: Task<'sync' | 'upload'>,
  { tracker, report, signal }: TaskContext,
): Promise<TaskEnd> {
  report({ kind: 'accepted', syncId, waits });
  if (!waits) {
    return 'completed';
  }
  let before: Job | undefined;
  const onChange = (job: Job): void => {
    report({ kind: 'job', job, before });
    before = job;
  };
  const result = await waitForJob(tracker, syncId, { onChange, signal, timeoutMs });
  switch (result.kind) {
    case 'ended':
      report({ kind: 'ended', job: result.job });
      return endOfJob(result.job);
    case 'notTracked':
    case 'noAccess':
      report({ kind: result.kind });
      return 'unknown';
    case 'timedOut':
      report({ kind: 'timedOut' });
      return 'timedOut';
    case 'stopped':
      return 'stopped';
  }
}
