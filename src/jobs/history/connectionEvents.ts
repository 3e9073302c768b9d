import type { EpochMs } from '../../base/time.ts';
import { isRunning, jobEndedAt, jobStartedAt } from '../../model/job.ts';
import type { Job, StatusChange } from '../../model/job.ts';
import type { HeaderChange } from '../../model/upload.ts';

/** Something that happened to a connection, and the job that it belongs to. */
export type ConnectionEvent = { readonly at: EpochMs; readonly job: Job } & (
  | { readonly kind: 'started' | 'ended' }
  | { readonly kind: 'headerChange'; readonly change: HeaderChange }
  | { readonly kind: 'state'; readonly to: StatusChange }
);

/** The order of events with the same time, latest first. */
const ORDER: readonly ConnectionEvent['kind'][] = ['ended', 'state', 'headerChange', 'started'];

/** What happened in these jobs, the latest first. `historyOf`: the changes of a job's status and step, oldest first. */
export function connectionEvents(
  jobs: readonly Job[],
  historyOf: (syncId: string) => readonly StatusChange[],
): readonly ConnectionEvent[] {
  return jobs
    .flatMap((job) => eventsOf(job, historyOf(job.syncId)))
    .sort((a, b) => b.at - a.at || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

function eventsOf(job: Job, history: readonly StatusChange[]): readonly ConnectionEvent[] {
  const startedAt = jobStartedAt(job);
  const change = job.source?.headerChange;
  // Its last status is its end, unless it is no longer watched: then its end is unknown.
  const endStatus = isRunning(job) || job.isLost ? undefined : job.status?.status;
  const states = history.filter(({ status }) => status !== '' && status !== endStatus);
  return [
    { kind: 'started', at: startedAt, job },
    ...(change === undefined ? [] : [{ kind: 'headerChange' as const, at: startedAt, job, change }]),
    // States have the time of this machine, whose clock may be behind that of the service.
    ...states.map((to) => ({ kind: 'state' as const, at: Math.max(to.at, startedAt), job, to })),
    ...(isRunning(job) ? [] : [{ kind: 'ended' as const, at: Math.max(jobEndedAt(job), startedAt), job }]),
  ];
}
