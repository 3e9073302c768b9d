import type { Job } from '../../model/job.ts';

/** Which jobs the view shows. */
export interface JobFilter {
  /** Words that all have to be found, in any order and case; '' lets everything pass. */
  readonly text: string;
  /** Only the jobs of this connection. */
  readonly entityId: string | undefined;
}

export const NO_FILTER: JobFilter = { text: '', entityId: undefined };

export function isFiltering({ text, entityId }: JobFilter): boolean {
  return text.trim() !== '' || entityId !== undefined;
}

/** Looks for the words where a person would: the connection, the file, the ids, the state and what the service said. */
export function filterJobs(jobs: readonly Job[], { text, entityId }: JobFilter): readonly Job[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && entityId === undefined) {
    return jobs;
  }
  return jobs.filter((job) => {
    if (entityId !== undefined && job.entityId !== entityId) {
      return false;
    }
    const haystack = textOf(job);
    return words.every((word) => haystack.includes(word));
  });
}

function textOf({ entityName, entityId, syncId, kind, source, status, startMessage }: Job): string {
  const said = status === undefined ? [startMessage] : [status.status, status.message];
  return [entityName, entityId, syncId, kind, source?.name ?? '', ...said].join('\n').toLowerCase();
}
