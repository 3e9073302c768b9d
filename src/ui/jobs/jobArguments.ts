import { l10n } from 'vscode';
import type { Job } from '../../model/job.ts';
import { UserError } from '../errors/userError.ts';

/**
 * The jobs a command was called on: rows of jobs or steps, a selection of them, or `{ syncId }`. Each is looked up, so that what a caller says
 * of it counts for nothing but its id. Throws `UserError` for arguments it does not know and where none is left.
 */
export function readJobs(args: readonly unknown[], jobs: readonly Job[]): readonly [Job, ...Job[]] {
  const [first, second] = args;
  const selection: unknown = Array.isArray(second) && second.length > 0 ? second : first;
  const items: readonly unknown[] = Array.isArray(selection) ? selection : [selection];
  const syncIds = new Set(items.map(syncIdOf));
  const [job, ...others] = jobs.filter(({ syncId }) => syncIds.has(syncId));
  if (job === undefined) {
    throw new UserError(l10n.t('This job is no longer remembered.'));
  }
  return [job, ...others];
}

function syncIdOf(item: unknown): string {
  const row = property(item, 'job') ?? item;
  const syncId = property(row, 'syncId');
  if (typeof syncId !== 'string' || syncId === '') {
    throw new UserError(l10n.t('The command needs a job, or an object with its "syncId".'));
  }
  return syncId;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
