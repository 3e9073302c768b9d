// A process that follows every sync the service has running, as the extension does or as a naive poller would, and tells
// its parent of each end it sees and of what that cost.
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import FakeTimers from '@sinonjs/fake-timers';
import { ServiceClient } from '../../src/api/serviceClient.ts';
import { Emitter } from '../../src/base/event.ts';
import { failureIn } from '../../src/jobs/connectionFeed.ts';
import { openLedger } from '../../src/jobs/ledger/openLedger.ts';
import type { Credential } from '../../src/model/account.ts';
import { isRunning } from '../../src/model/job.ts';
import { jobPhase } from '../../src/model/jobStatus.ts';
import type { Session, SessionState } from '../../src/ui/accounts/session.ts';
import { connectFeed, createSessionFeed } from '../../src/ui/connections/sessionFeed.ts';
import { FollowedJobs } from '../../src/ui/jobs/followedJobs.ts';

/** What a follower tells its parent. */
export type FollowerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ended'; readonly syncId: string; readonly at: number }
  | { readonly kind: 'cost'; readonly cpuMs: number; readonly sockets: number; readonly bytes: number };

const NAIVE_INTERVAL_MS = 2000;

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
const tell = (message: FollowerMessage): unknown => process.send?.(message);
const isQuiet = how === 'quiet';
const clock = isQuiet ? FakeTimers.install() : undefined;

const stop = how === 'naive' ? await followNaively() : await follow();
const cpu = process.cpuUsage();
tell({ kind: 'ready' });
if (clock) {
  await clock.tickAsync(10 * 60_000);
}
process.once('message', () => {
  const { user, system } = process.cpuUsage(cpu);
  const bytes = [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
  stop();
  const cost: FollowerMessage = { kind: 'cost', cpuMs: (user + system) / 1000, sockets: sockets.size, bytes };
  // Answers that are still under way are nobody's business any more.
  process.send?.(cost, () => process.exit());
});

async function follow(): Promise<() => void> {
  const account = {
    id: 'bench',
    baseUrl,
    method: 'apiKey',
    user: { email: '', fullName: '' },
    workspace: { identifier: '', name: '' },
  } as const;
  const session: Session = {
    state: { kind: 'signedIn', account, client, isKept: true },
    onDidChange: new Emitter<SessionState>().event,
    notes: [],
    onDidChangeNotes: new Emitter<void>().event,
    clientForStarting: () => Promise.resolve({ account, client }),
    noteFailure: ignore,
  };
  const store = openLedger({ folder, log });
  const jobs: FollowedJobs = new FollowedJobs({
    session,
    store,
    isFocused: () => true,
    list: async () => failureIn(await feed.refresh()),
    windowId: 'bench',
    log,
  });
  const feed = createSessionFeed({ session, intervalMs: () => 60_000, pauseLeftMs: () => jobs.pauseLeftMs() });
  connectFeed(feed, { session, jobs });
  const seen = new Set<string>();
  jobs.onDidChange(() => {
    for (const { syncId } of jobs.jobs.filter((job) => !isRunning(job) && !seen.has(job.syncId))) {
      seen.add(syncId);
      tell({ kind: 'ended', syncId, at: Date.now() });
    }
  });
  if (!isQuiet) {
    await feed.refresh();
  }
  return () => {
    jobs.dispose();
    feed.dispose();
    store.dispose();
  };
}

async function followNaively(): Promise<() => void> {
  const { connections } = await client.listConnections();
  const timers = connections.map(({ lastSyncId = '' }) => {
    const timer = setInterval(() => {
      void client.getJobStatus(lastSyncId).then((status) => {
        if (jobPhase(status) !== 'running') {
          clearInterval(timer);
          tell({ kind: 'ended', syncId: lastSyncId, at: Date.now() });
        }
      }, ignore);
    }, NAIVE_INTERVAL_MS);
    return timer;
  });
  return () => timers.forEach((timer) => clearInterval(timer));
}
