import { ApiError } from '../../api/apiError.ts';
import type { Job } from '../../model/job.ts';
import { isUnlisted } from '../connections/listedConnection.ts';
import { waitForJob } from '../tracking/waitForJob.ts';
import type { FoundFile } from '../upload/findFiles.ts';
import type { SendResult, UploadNotice } from '../upload/uploadPrompts.ts';
import type { TaskContext } from './taskContext.ts';
import type { DataTask } from './taskDefinition.ts';
import type { TaskEvent } from './taskEvent.ts';
import { outcomeOfJob, worstOutcome } from './taskOutcome.ts';
import type { TaskOutcome } from './taskOutcome.ts';

type Task<Command extends DataTask['command']> = Extract<DataTask, { command: Command }>;

/** Asks once for each connection, because the folder has chosen it and not the user. */
export async function runSync(task: Task<'sync'>, context: TaskContext): Promise<TaskOutcome> {
  const { consents, confirmSync, feed, report, signIn } = context;
  const { entityId } = task;
  if (!(await signIn())) {
    report({ kind: 'failed', error: new ApiError({ kind: 'signedOut' }) });
    return 'notStarted';
  }
  let refusal: TaskEvent = { kind: 'declined' };
  const starter = await context.starter();
  const outcome = await starter.start([{ entityId }], {
    confirm: async (account, [name = entityId]) => {
      if (isUnlisted(feed, entityId)) {
        // It may be new.
        const { kind } = await feed.refresh();
        if (kind === 'connections' && isUnlisted(feed, entityId)) {
          refusal = { kind: 'unlisted', entityId };
          return false;
        }
      }
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
      report(refusal);
      return context.signal.aborted ? 'stopped' : 'notStarted';
    case 'started':
      report({ kind: 'accepted', syncId: result.sync.syncId, waits: task.waits });
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
): Promise<TaskOutcome> {
  const { upload, report, signal } = context;
  // For several files, the summary says what was accepted. Only an unexpected connection is reported for each.
  const hasSeveralFiles = files.length > 1;
  const notify = (notice: UploadNotice): void => {
    if (!hasSeveralFiles || notice.kind !== 'accepted' || notice.otherName !== undefined) {
      report({ kind: 'notice', notice });
    }
  };
  const outcome = await upload(files, { entityId: task.entityId, notify, signal });
  switch (outcome.kind) {
    case 'cancelled':
      report({ kind: 'declined' });
      return signal.aborted ? 'stopped' : 'notStarted';
    case 'invalid':
      return 'failed';
    case 'noneReadable':
      return 'notStarted';
    case 'unreadable':
      report({ kind: 'fileError', fileName: outcome.fileName, error: outcome.error });
      return 'notStarted';
    case 'refused':
      report({ kind: 'refused', refusal: outcome.refusal });
      return 'notStarted';
    case 'sent': {
      const { plans, results, skipped } = outcome;
      const [single] = results.length + skipped.length === 1 ? results : [];
      const fileName = plans[0]?.input.file.name ?? '';
      if (single?.kind === 'failed') {
        report({ kind: 'fileError', fileName, error: single.error });
      } else if (single?.kind === 'signedOut') {
        report({ kind: 'signedOut', fileName });
      }
      const [first] = results;
      if (!hasSeveralFiles && first?.kind === 'started') {
        report({ kind: 'accepted', syncId: first.started.syncId, waits: task.waits });
      }
      const outcomes = await Promise.all(results.map((result) => outcomeOfUpload(result, task, context)));
      return worstOutcome(isPartlySent(outcomes, skipped) ? ['failed', ...outcomes] : outcomes);
    }
  }
}

/** If nothing was sent, the task can be run again. If only some of several files were, that would load those twice. */
function isPartlySent(outcomes: readonly TaskOutcome[], skipped: readonly unknown[]): boolean {
  return (
    skipped.length > 0 || (outcomes.includes('notStarted') && outcomes.some((outcome) => outcome !== 'notStarted'))
  );
}

async function outcomeOfUpload(result: SendResult, task: Task<'upload'>, context: TaskContext): Promise<TaskOutcome> {
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
): Promise<TaskOutcome> {
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
      return outcomeOfJob(result.job);
    case 'notTracked':
    case 'noAccess':
      report({ kind: result.kind, job: before });
      return 'unknown';
    case 'timedOut':
      report({ kind: 'timedOut', job: before });
      return 'timedOut';
    case 'stopped':
      return 'stopped';
  }
}
