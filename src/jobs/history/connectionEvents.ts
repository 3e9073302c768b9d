import type { EpochMs } from '../../base/time.ts';
import { isRunning, jobEndedAt, jobStartedAt } from '../../model/job.ts';
import type { Job, SeenState } from '../../model/job.ts';
import type { HeaderChange } from '../../model/upload.ts';

/** Something that happened to a connection, and the job that it belongs to. */
export type ConnectionEvent = { readonly at: EpochMs; readonly job: Job } & (
  | { readonly kind: 'started' | 'ended' }
  | { readonly kind: 'headerChange'; readonly change: HeaderChange }
  | { readonly kind: 'state'; readonly seen: SeenState }
);

/** The order of events with the same time, latest first. */
const ORDER: readonly ConnectionEvent['kind'][] = ['ended', 'state', 'headerChange', 'started'];

/** What happened in these jobs, the latest first. `seenOf`: the states in which a job was seen, the first one first. */
export function connectionEvents(
  jobs: readonly Job[],
  seenOf: (syncId: string) => readonly SeenState[],
): readonly ConnectionEvent[] {
  return jobs
    .flatMap((job) => eventsOf(job, seenOf(job.syncId)))
    .sort((a, b) => b.at - a.at || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

function eventsOf(job: Job, seen: readonly SeenState[]): readonly ConnectionEvent[] {
  const startedAt = jobStartedAt(job);
  const change = job.source?.headerChange;
  // Its last status is its end, unless it is no longer watched: then its end is unknown.
  const endStatus = isRunning(job) || job.isLost ? undefined : job.status?.status;
  const states = seen.filter(({ status }) => status !== '' && status !== endStatus);
  return [
    { kind: 'started', at: startedAt, job },
    ...(change === undefined ? [] : [{ kind: 'headerChange' as const, at: startedAt, job, change }]),
    // States have the time of this machine, whose clock may be behind that of the service.
    ...states.map((one) => ({ kind: 'state' as const, at: Math.max(one.at, startedAt), job, seen: one })),
    ...(isRunning(job) ? [] : [{ kind: 'ended' as const, at: Math.max(jobEndedAt(job), startedAt), job }]),
  ];
}
