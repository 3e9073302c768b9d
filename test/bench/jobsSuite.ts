import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LocalService } from '../service/localService.ts';
import type { FollowerMessage } from './jobsFollower.ts';
import { median, rounded } from './measurement.ts';
import type { Measurement } from './measurement.ts';

/** Real time throughout: how often a job is asked about depends on its age, which must not be sped up. */
const OURS_MS = 45_000;
/** The naive poller does the same every two seconds, so a short look at it is enough. */
const NAIVE_MS = 12_000;
const LONG_MS = 3_600_000;
/** Time at the end in which nothing more ends, so that all that ended is seen. */
const TAIL_MS = 16_000;

interface Run {
  readonly requestsPerMinute: number;
  readonly cpuMsPerMinute: number;
  readonly sockets: number;
  readonly bytesPerMinute: number;
  /** From each job's end to the row that shows it, in milliseconds; infinite where it was not seen. */
  readonly delaysMs: readonly number[];
}

/** What following 1, 100 and 1,000 running syncs costs, and how soon their ends are seen, against a naive poller. */
export async function jobsSuite(folder: string): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const count of [1, 100, 1000]) {
    const ours = await measure('ours', count, join(folder, `ours-${count}`), OURS_MS);
    const naive = await measure('naive', count, folder, NAIVE_MS);
    measurements.push(...compared(count, ours, naive));
  }
  const idle = await measure('quiet', 0, join(folder, 'quiet'), 500);
  return [...measurements, one('nothing runs, 10 simulated minutes: requests', idle.requestsPerMinute, '', 0)];
}

function compared(count: number, ours: Run, naive: Run): Measurement[] {
  const jobs = `${count} ${count === 1 ? 'job' : 'jobs'}`;
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

function one(name: string, value: number, unit: string, atMost?: number): Measurement {
  return { name, value: rounded(value), unit, goal: atMost === undefined ? undefined : { atMost } };
}

async function measure(how: 'ours' | 'naive' | 'quiet', count: number, folder: string, ms: number): Promise<Run> {
  const service = await LocalService.start({ seed: 'empty' });
  try {
    const running = await startSyncs(service, count);
    await service.clearRequests();
    const child = fork(fileURLToPath(new URL('./jobsFollower.ts', import.meta.url)), [
      ...[how, service.baseUrl, service.apiKey, folder],
    ]);
    const seen = new Map<string, number>();
    const cost = hear(child, seen);
    await cost.ready;
    const startedAt = performance.now();
    const ended = await endSome(service, running, how === 'ours' ? ms - TAIL_MS : ms / 2);
    await pause(Math.max(0, ms - (performance.now() - startedAt)));
    const perMinute = how === 'quiet' ? 1 : 60_000 / ms;
    const requests = (await service.requests()).length;
    child.send('stop');
    const { cpuMs, sockets, bytes } = await cost.done;
    await once(child, 'exit');
    return {
      requestsPerMinute: requests * perMinute,
      cpuMsPerMinute: cpuMs * perMinute,
      sockets,
      bytesPerMinute: bytes * perMinute,
      delaysMs: [...ended].map(([syncId, at]) => (seen.get(syncId) ?? Infinity) - at),
    };
  } finally {
    await service.stop();
  }
}

async function startSyncs(service: LocalService, count: number): Promise<string[]> {
  const entityIds = Array.from({ length: count }, (_, index) => `entity-${index}`);
  await service.putConnection(
    ...entityIds.map((entityId) => ({ entityId, entityName: entityId, isActive: true, sourceSystem: 'Bench' })),
  );
  const syncIds: string[] = [];
  for (const entityId of entityIds) {
    syncIds.push(await service.startElsewhere(entityId, { durationMs: LONG_MS }));
  }
  return syncIds;
}

/** Ends a tenth of the jobs, spread over the time. One job alone ends at a random moment of its youth. */
async function endSome(service: LocalService, running: readonly string[], ms: number): Promise<Map<string, number>> {
  const ended = new Map<string, number>();
  const count = Math.ceil(running.length / 10);
  for (const syncId of running.slice(0, count)) {
    await pause(count === 1 ? 2000 + Math.random() * 3000 : ms / count);
    await service.setJob(syncId, { outcome: 'complete' });
    ended.set(syncId, Date.now());
  }
  return ended;
}

type Cost = Extract<FollowerMessage, { kind: 'cost' }>;

function hear(
  child: ChildProcess,
  seen: Map<string, number>,
): { readonly ready: Promise<void>; readonly done: Promise<Cost> } {
  let isReady: () => void;
  let isDone: (cost: Cost) => void;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const done = new Promise<Cost>((resolve) => (isDone = resolve));
  child.on('message', (message: FollowerMessage) => {
    if (message.kind === 'ended') {
      seen.set(message.syncId, message.at);
    } else if (message.kind === 'ready') {
      isReady();
    } else {
      isDone(message);
    }
  });
  return { ready, done };
}
