// Tracks syncs in a separate process, as the extension or as a naive poller does, and reports each detected end and the cost
// to the parent process.
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import FakeTimers from '@sinonjs/fake-timers';
import { ServiceClient } from '../../src/api/serviceClient.ts';
import { Emitter } from '../../src/base/event.ts';
import { openLedger } from '../../src/jobs/store/ledger.ts';
import type { Credential } from '../../src/model/account.ts';
import { isRunning } from '../../src/model/job.ts';
import { jobPhase } from '../../src/model/jobStatus.ts';
import type { Session, SessionState } from '../../src/app/session/session.ts';
import { createSessionFeed } from '../../src/app/connections/sessionFeed.ts';
import { JobTracker } from '../../src/app/tracking/jobTracker.ts';
import { SampleWindow } from '../unit/app/tracking/sampleWindow.ts';

/**
 * `ours` and `naive` track running syncs and the given ones; `quiet` tracks one job to its end and then lets ten minutes
 * pass with fake timers.
 */
export type FollowerKind = 'ours' | 'naive' | 'quiet';

/** Messages to the process. */
export type FollowerOrder = { readonly kind: 'follow'; readonly syncId: string; readonly entityId: string } | 'stop';

/** Messages to the parent process. */
export type FollowerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ended'; readonly syncId: string; readonly at: number }
  | { readonly kind: 'cost'; readonly cpuMs: number; readonly sockets: number; readonly bytes: number };

interface Follower {
  readonly follow: (syncId: string, entityId: string) => void;
  readonly stop: () => void;
}

const NAIVE_INTERVAL_MS = 2000;
const QUIET_MS = 10 * 60_000;
/** After the last job has finished, the connections are requested once more, within this time. */
const LAST_LOOK_MS = 20_000;

const [how = '', baseUrl = '', apiKey = '', folder = ''] = process.argv.slice(2);
const sockets = new Set<Socket>();
subscribe('undici:client:connected', (message) => sockets.add((message as { readonly socket: Socket }).socket));
const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: console.error };
const credential: Credential = { method: 'apiKey', apiKey, origin: new URL(baseUrl).origin };
const client = new ServiceClient({
  baseUrl,
  credential: () => Promise.resolve(credential),
  fetch: globalThis.fetch,
  log,
  timeoutMs: () => 30_000,
});
const wait = setTimeout;
// Only the timers of the extension are faked; the network needs real ones.
const clock =
  how === 'quiet'
    ? FakeTimers.install({
        now: Date.now(),
        toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance', 'hrtime'],
      })
    : undefined;
const seen = new Set<string>();

const follower = how === 'naive' ? await followNaively() : await followAsWeDo();
if (clock) {
  while (seen.size === 0) {
    await letPass(1000);
  }
  await letPass(LAST_LOOK_MS);
}
const cpu = process.cpuUsage();
const bytesBefore = transferredBytes();
send({ kind: 'ready' });
process.on('message', (order: FollowerOrder) => {
  if (order === 'stop') {
    void finish();
  } else {
    follower.follow(order.syncId, order.entityId);
  }
});

async function finish(): Promise<void> {
  if (clock) {
    await letPass(QUIET_MS);
  }
  const { user, system } = process.cpuUsage(cpu);
  const bytes = transferredBytes() - bytesBefore;
  follower.stop();
  const cost: FollowerMessage = { kind: 'cost', cpuMs: (user + system) / 1000, sockets: sockets.size, bytes };
  // Responses that are still in flight no longer matter.
  process.send?.(cost, () => process.exit());
}

function transferredBytes(): number {
  return [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
}

/** Advances the fake clock by a second at a time, with real time in between for responses to arrive. */
async function letPass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) {
    await clock?.tickAsync(1000);
    await new Promise((resolve) => wait(resolve, 10));
  }
}

function send(message: FollowerMessage): void {
  process.send?.(message);
}

function sendEnd(syncId: string): void {
  if (!seen.has(syncId)) {
    seen.add(syncId);
    // The system clock, which all processes share and which is real even if timers are faked.
    send({ kind: 'ended', syncId, at: Date.now() });
  }
}

async function followAsWeDo(): Promise<Follower> {
  const account = {
    id: 'bench',
    baseUrl,
    method: 'apiKey',
    user: { email: '', fullName: '' },
    workspace: { identifier: '', name: '' },
  } as const;
  const session: Session = {
    state: { kind: 'signedIn', account, client, isStored: true },
    onDidChange: new Emitter<SessionState>().event,
    isDemo: false,
    warnings: [],
    onDidChangeWarnings: new Emitter<void>().event,
    clientForStarting: () => Promise.resolve({ account, client }),
    recordFailure: ignore,
  };
  const ledger = openLedger({ folder, log });
  const store = ledger.jobs;
  const feed = createSessionFeed({ session, store, intervalMs: () => 60_000 });
  const jobs = new JobTracker({
    session,
    store,
    uploads: ledger.uploads,
    feed,
    log,
    hasAccount: () => true,
    isFocused: () => true,
    windowConnection: new SampleWindow(),
    windowId: 'bench',
  });
  jobs.onDidChange(() => jobs.jobs.sorted.filter((job) => !isRunning(job)).forEach(({ syncId }) => sendEnd(syncId)));
  await feed.refresh();
  return {
    follow: (syncId, entityId) => {
      jobs.track(
        { syncId, entityId, message: '', requestId: undefined },
        { kind: 'sync', entityName: entityId, accountId: account.id },
      );
    },
    stop: () => [jobs, feed, ledger].forEach((owned) => owned.dispose()),
  };
}

async function followNaively(): Promise<Follower> {
  const timers: NodeJS.Timeout[] = [];
  const follow = (syncId: string): void => {
    const timer = setInterval(() => {
      void client.getJobStatus(syncId).then((status) => {
        if (jobPhase(status) !== 'running') {
          clearInterval(timer);
          sendEnd(syncId);
        }
      }, ignore);
    }, NAIVE_INTERVAL_MS);
    timers.push(timer);
  };
  const { connections } = await client.listConnections();
  for (const { isCurrentlySyncing, lastSyncId } of connections) {
    if (isCurrentlySyncing && lastSyncId !== undefined) {
      follow(lastSyncId);
    }
  }
  return { follow, stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
