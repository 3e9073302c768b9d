import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalService } from '../service/localService.ts';
import { FollowerProcess } from './jobsFollowerProcess.ts';
import { median, rounded } from './measurement.ts';
import type { Measurement } from './measurement.ts';

/** In real time: the polling interval depends on the age of a job, which must not be sped up. */
const OURS_MS = 45_000;
/** The naive poller does the same every two seconds, so a short measurement is enough. */
const NAIVE_MS = 12_000;
/** Among many connections, an end is detected after about a minute. */
const LONG_LIST = { connections: 10_000, ms: 130_000, tailMs: 100_000 };
const LONG_MS = 3_600_000;
/** Late enough for the syncs to be known as running, and early enough for all ends to be detected. */
const FIRST_END_MS = 6000;
const TAIL_MS = 16_000;
const YOUNG_JOBS = { ours: 10, naive: 3 };
const YOUNG_JOB_SEEN_MS = 3000;

interface Run {
  readonly requestsPerMinute: number;
  readonly cpuMsPerMinute: number;
  readonly sockets: number;
  /** Since the first list. */
  readonly bytesPerMinute: number;
  /** From the end of each job to the change event of its row, in milliseconds; infinite if there was none. */
  readonly delaysMs: readonly number[];
}

/** The cost of tracking 1, 100 and 1,000 running syncs, also in a long list of connections, and how soon their ends are detected, compared with a naive poller. */
export async function jobsSuite(folder: string): Promise<readonly Measurement[]> {
  const measurements = compared(1, await followYoung('ours', folder), await followYoung('naive', folder));
  for (const count of [100, 1000]) {
    const ours = await followMany('ours', count, join(folder, String(count)), { ms: OURS_MS });
    measurements.push(...compared(count, ours, await followMany('naive', count, folder, { ms: NAIVE_MS })));
  }
  measurements.push(...amongMany(await followMany('ours', 100, join(folder, 'long'), LONG_LIST)));
  const name = 'no running job, view hidden, 10 minutes by a clock wound on: requests';
  return [...measurements, one(name, await countQuietRequests(join(folder, 'quiet')), '', 0)];
}

function compared(count: number, ours: Run, naive: Run): Measurement[] {
  const jobs = `${count} ${count === 1 ? 'young job at a time' : 'jobs'}`;
  const isMany = count === 1000;
  return [
    one(`${jobs}: requests a minute`, ours.requestsPerMinute, '/min', isMany ? 60 : 120),
    one(`${jobs}: requests a minute, naive`, naive.requestsPerMinute, '/min'),
    one(`${jobs}: CPU time a minute`, ours.cpuMsPerMinute, 'ms'),
    one(`${jobs}: CPU time a minute, naive`, naive.cpuMsPerMinute, 'ms'),
    one(`${jobs}: sockets`, ours.sockets, ''),
    one(`${jobs}: sockets, naive`, naive.sockets, ''),
    one(`${jobs}: bytes a minute`, ours.bytesPerMinute, 'B'),
    one(`${jobs}: bytes a minute, naive`, naive.bytesPerMinute, 'B'),
    one(`${jobs}: end seen after, median`, median(ours.delaysMs), 'ms', count === 1 ? 1500 : undefined),
    one(`${jobs}: end seen after, worst`, Math.max(...ours.delaysMs), 'ms', isMany ? 15_000 : undefined),
    one(`${jobs}: end seen after, median, naive`, median(naive.delaysMs), 'ms'),
    one(`${jobs}: end seen after, worst, naive`, Math.max(...naive.delaysMs), 'ms'),
  ];
}

/** A list of 10,000 connections is 1.4 MB. In the time of the run, three or four are due, which are 1.9 or 2.6 MB a minute. */
function amongMany(run: Run): Measurement[] {
  const jobs = '100 jobs among 10,000 connections';
  return [
    one(`${jobs}: requests a minute`, run.requestsPerMinute, '/min', 120),
    one(`${jobs}: CPU time a minute`, run.cpuMsPerMinute, 'ms'),
    one(`${jobs}: bytes a minute`, run.bytesPerMinute, 'B', 3_000_000),
    one(`${jobs}: end seen after, median`, median(run.delaysMs), 'ms', 60_000),
    one(`${jobs}: end seen after, worst`, Math.max(...run.delaysMs), 'ms'),
  ];
}

function one(name: string, value: number, unit: string, atMost?: number): Measurement {
  return { name, value: rounded(value), unit, goal: atMost === undefined ? undefined : { atMost } };
}

/** Jobs that the user starts one after another; each ends after two to five seconds. */
async function followYoung(how: 'ours' | 'naive', folder: string): Promise<Run> {
  return withService(async (service) => {
    const entityIds = await addConnections(service, YOUNG_JOBS[how]);
    const follower = await FollowerProcess.start(how, service, join(folder, 'young'));
    const ended = new Map<string, number>();
    const run = async (): Promise<void> => {
      for (const [index, entityId] of entityIds.entries()) {
        const syncId = await service.startElsewhere(entityId, { durationMs: LONG_MS });
        follower.follow(syncId, entityId);
        // Spread evenly, and never in step with the poller.
        await pause(2000 + 3000 * ((index * 0.618) % 1));
        await end(service, syncId, ended);
        await pause(YOUNG_JOB_SEEN_MS);
      }
    };
    return measure(service, follower, ended, run);
  });
}

/** Syncs that were started elsewhere, a tenth of which ends, spread over the time. */
async function followMany(
  how: 'ours' | 'naive',
  count: number,
  folder: string,
  { connections = count, ms, tailMs = TAIL_MS }: { connections?: number; ms: number; tailMs?: number },
): Promise<Run> {
  return withService(async (service) => {
    const entityIds = await addConnections(service, connections);
    const syncIds = await startSyncs(service, entityIds.slice(0, count));
    const follower = await FollowerProcess.start(how, service, folder);
    const ended = new Map<string, number>();
    const run = async (): Promise<void> => {
      const startedAt = performance.now();
      const left = (untilMs: number): number => Math.max(0, startedAt + untilMs - performance.now());
      const ends = syncIds.slice(0, count / 10);
      const lastEndMs = how === 'ours' ? ms - tailMs : ms - FIRST_END_MS;
      for (const [index, syncId] of ends.entries()) {
        await pause(left(FIRST_END_MS + ((lastEndMs - FIRST_END_MS) * index) / ends.length));
        await end(service, syncId, ended);
      }
      await pause(left(ms));
    };
    return measure(service, follower, ended, run);
  });
}

async function countQuietRequests(folder: string): Promise<number> {
  return withService(async (service) => {
    const [entityId = ''] = await addConnections(service, 3);
    await service.startElsewhere(entityId, { durationMs: 3000 });
    const follower = await FollowerProcess.start('quiet', service, folder);
    await service.clearRequests();
    await follower.stop();
    return (await service.requests()).length;
  });
}

async function measure(
  service: LocalService,
  follower: FollowerProcess,
  ended: ReadonlyMap<string, number>,
  run: () => Promise<void>,
): Promise<Run> {
  await service.clearRequests();
  const startedAt = performance.now();
  await run();
  const perMinute = 60_000 / (performance.now() - startedAt);
  const requests = (await service.requests()).length;
  const { cpuMs, sockets, bytes } = await follower.stop();
  return {
    requestsPerMinute: requests * perMinute,
    cpuMsPerMinute: cpuMs * perMinute,
    sockets,
    bytesPerMinute: bytes * perMinute,
    delaysMs: [...ended].map(([syncId, at]) => (follower.seenAt.get(syncId) ?? Infinity) - at),
  };
}

async function withService<T>(work: (service: LocalService) => Promise<T>): Promise<T> {
  const service = await LocalService.start({ seed: 'empty' });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

async function addConnections(service: LocalService, count: number): Promise<string[]> {
  const entityIds = Array.from({ length: count }, (_, index) => `entity-${index}`);
  const added = entityIds.map((entityId) => ({
    entityId,
    entityName: entityId,
    isActive: true,
    sourceSystem: 'Bench',
  }));
  for (let from = 0; from < added.length; from += 1000) {
    await service.putConnection(...added.slice(from, from + 1000));
  }
  return entityIds;
}

async function startSyncs(service: LocalService, entityIds: readonly string[]): Promise<string[]> {
  const syncIds: string[] = [];
  for (const entityId of entityIds) {
    syncIds.push(await service.startElsewhere(entityId, { durationMs: LONG_MS }));
  }
  return syncIds;
}

async function end(service: LocalService, syncId: string, ended: Map<string, number>): Promise<void> {
  ended.set(syncId, Date.now());
  await service.setJob(syncId, { outcome: 'complete' });
}
