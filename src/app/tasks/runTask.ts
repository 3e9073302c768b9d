import { rejectUnusableEntityId } from '../../api/ids.ts';
import { isBlocked } from '../../data/convert/remainingProblems.ts';
import { findFiles } from '../upload/findFiles.ts';
import type { FoundFile } from '../upload/findFiles.ts';
import { runSync, runUpload } from './runJobs.ts';
import type { TaskContext } from './taskContext.ts';
import { parseTaskDefinition } from './taskDefinition.ts';
import type { DataTask } from './taskDefinition.ts';
import { worstOutcome } from './taskOutcome.ts';
import type { TaskOutcome } from './taskOutcome.ts';

/** Runs a task as defined, and passes each event to `report`. Never rejects: errors are events, too. */
export async function runTask(
  definition: Readonly<Record<string, unknown>>,
  context: TaskContext,
): Promise<TaskOutcome> {
  const { isTrusted, report, signal } = context;
  const task = parseTaskDefinition(definition);
  if (typeof task === 'string') {
    report({ kind: 'invalid', problem: task });
    return 'notStarted';
  }
  if (!isTrusted()) {
    report({ kind: 'untrusted' });
    return 'notStarted';
  }
  try {
    const outcome = await run(task, context);
    if (outcome === 'stopped') {
      report({ kind: 'stopped' });
    }
    return outcome;
  } catch (error) {
    if (signal.aborted) {
      report({ kind: 'stopped' });
      return 'stopped';
    }
    report({ kind: 'failed', error });
    return 'notStarted';
  }
}

async function run(task: DataTask, context: TaskContext): Promise<TaskOutcome> {
  // Before the user signs in, or reviews files that can't be sent.
  if (task.command !== 'check') {
    rejectUnusableEntityId(task.entityId);
  }
  if (task.command === 'sync') {
    return runSync(task, context);
  }
  const files = await findFiles(task.file, context.folders, context.signal);
  if (typeof files === 'string') {
    context.report({ kind: 'files', problem: files, file: task.file });
    return 'notStarted';
  }
  return task.command === 'check' ? checkFiles(files, context) : runUpload(task, files, context);
}

async function checkFiles(files: readonly FoundFile[], context: TaskContext): Promise<TaskOutcome> {
  const { sourceOf, onDidCheck, report, signal } = context;
  const outcomes: TaskOutcome[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    const source = await sourceOf(file);
    try {
      const input = await source.read();
      if (input === undefined) {
        report({ kind: 'declined' });
        outcomes.push('notStarted');
        continue;
      }
      const check = await input.check({ signal });
      // After an edit, the positions of the problems are no longer right.
      if (input.hasEditor && input.isEdited?.() !== true) {
        onDidCheck(file.uri, check);
      }
      report({ kind: 'checked', file, check });
      outcomes.push(isBlocked({ check }) ? 'failed' : 'completed');
    } catch (error) {
      signal.throwIfAborted();
      report({ kind: 'fileError', fileName: source.name, error });
      outcomes.push('notStarted');
    }
  }
  return worstOutcome(outcomes);
}
