import { foldText, wordFilter } from '../../base/foldText.ts';
import type { Job } from '../../model/job.ts';

/** Selects the jobs that the view shows. */
export interface JobFilter {
  /** Words that must all be found, in any order, ignoring case and accents; '' matches all. */
  readonly text: string;
  /** Only the jobs of this connection. */
  readonly entityId: string | undefined;
}

export const NO_FILTER: JobFilter = { text: '', entityId: undefined };

export function isFiltering({ text, entityId }: JobFilter): boolean {
  return text.trim() !== '' || entityId !== undefined;
}

/** Searches the connection, file, IDs, status and message of each job. */
export function filterJobs(jobs: readonly Job[], { text, entityId }: JobFilter): readonly Job[] {
  const hasWords = wordFilter(text);
  if (hasWords === undefined && entityId === undefined) {
    return jobs;
  }
  return jobs.filter(
    (job) =>
      (entityId === undefined || job.entityId === entityId) && (hasWords === undefined || hasWords(searchText(job))),
  );
}

function searchText({ entityName, entityId, syncId, kind, source, status, startMessage }: Job): string {
  const state = status === undefined ? [startMessage] : [status.status, status.message];
  return foldText([entityName, entityId, syncId, kind, source?.name ?? '', ...state].join('\n'));
}
