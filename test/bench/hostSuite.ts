import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { Workbench } from '../e2e/pages/workbench.ts';
import { beginSignIn, enterSecret, signIn } from '../e2e/pages/signIn.ts';
import { LocalService } from '../service/localService.ts';
import type { HostProbe, HostUsage } from './hostProbe.ts';
import { measureTyping } from './hostTyping.ts';
import { EMPTY_EXTENSION, EXTENSION, HostWindows } from './hostWindows.ts';
import { median, rounded } from './measurement.ts';
import type { Measurement } from './measurement.ts';

const STARTS = 5;
const REFRESHES = 3;
/** Their median counts, because the garbage collector runs during one or another. */
const FILTERS = 5;
const SYNCS = 100;
const SETTLED_MS = 1000;
const FOLLOWED_MS = 12_000;
const IDLE_MS = 5000;
const HOUR_MS = 3_600_000;
const PAUSE_GOAL_MS = 50;
const SHOW_VIEWS = 'workbench.view.extension.dataConnections';

/** The parts of the suite, by the names that --grep matches. */
const PARTS: Readonly<Record<string, (windows: HostWindows, name: string) => Promise<readonly Measurement[]>>> = {
  'start-up': measureStarts,
  '300 connections': (windows, name) => measureConnections(windows, name, 300),
  '3000 connections': (windows, name) => measureConnections(windows, name, 3000),
  '10000 connections': (windows, name) => measureConnections(windows, name, 10_000),
  'typing in 10 MB': measureTyping,
};

/**
 * What the packaged extension costs the extension host of a real VS Code. HOST_PROFILES=FOLDER writes CPU profiles of some rows,
 * which slows them.
 */
export async function hostSuite(folder: string, grep: RegExp): Promise<readonly Measurement[]> {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const windows = await HostWindows.start(workspace);
  try {
    const measurements: Measurement[] = [];
    for (const [name, measure] of Object.entries(PARTS)) {
      if (grep.test(name)) {
        measurements.push(...(await measure(windows, name)));
      }
    }
    return measurements;
  } finally {
    await windows.stop();
  }
}

/** Activation, signed out and signed in without an open job, each in windows of its own. */
async function measureStarts(windows: HostWindows, name: string): Promise<readonly Measurement[]> {
  const repeated = async (what: string, context?: BrowserContext): Promise<readonly Start[]> => {
    const starts: Start[] = [];
    for (let index = 0; starts.length < STARTS; index += 1) {
      const file = profile(`${name} ${what} ${index}`);
      const start = await windows.use(({ host }) => measureStart(host, file), context);
      if (start !== undefined) {
        starts.push(start);
      } else if (index === 2 * STARTS) {
        throw new Error('VS Code keeps activating the extension before it can be measured: the machine is too busy.');
      }
    }
    return starts;
  };
  const signedOut = await repeated('signed out');
  const signedIn = await withService(3, async (service) =>
    windows.use(async ({ workbench, host, context }) => {
      await host.release();
      await beginSignIn(workbench, { baseUrl: service.baseUrl, email: service.email, method: 'API key' });
      await enterSecret(workbench, service.apiKey);
      await workbench.connections.root.getByRole('treeitem').first().waitFor();
      // The next window shows what this one does. Visible views would activate the extension before its start is measured.
      await host.run('workbench.view.explorer');
      await host.pause(SETTLED_MS);
      return repeated('signed in', context);
    }),
  );
  const of = (starts: readonly Start[], value: (start: Start) => number): number => median(starts.map(value));
  return [
    ...[
      { kind: 'signed out', starts: signedOut, goal: 20 },
      { kind: 'signed in, no open job', starts: signedIn, goal: undefined },
    ].flatMap(({ kind, starts, goal }) => [
      one(
        `${name}, ${kind}: CPU time beyond an empty extension`,
        of(starts, ({ ours, empty }) => ours.processMs - empty.processMs),
        'ms',
        goal,
      ),
      one(
        `${name}, ${kind}: CPU time of the thread`,
        of(starts, ({ ours }) => ours.threadMs),
        'ms',
      ),
      one(
        `${name}, ${kind}: until activated`,
        of(starts, ({ ours }) => ours.wallMs),
        'ms',
      ),
      one(
        `${name}, ${kind}: scripts loaded`,
        of(starts, ({ scripts }) => scripts.files),
        '',
      ),
      one(
        `${name}, ${kind}: size of the scripts loaded`,
        of(starts, ({ scripts }) => scripts.bytes),
        'B',
      ),
    ]),
    one(
      `${name}: CPU time of an empty extension`,
      of([...signedOut, ...signedIn], ({ empty }) => empty.processMs),
      'ms',
    ),
  ];
}

type Start = NonNullable<Awaited<ReturnType<typeof measureStart>>>;

/** Undefined if VS Code activated the extension too early, on a busy machine. */
async function measureStart(host: HostProbe, profileFile: string | undefined) {
  const empty = await host.activate(EMPTY_EXTENSION);
  await host.quiet();
  const ours = await host.profiled(profileFile, () => host.activate(EXTENSION));
  if (ours.wasActive) {
    return undefined;
  }
  const scripts = await host.loadedScripts(EXTENSION);
  await host.release();
  return { empty, ours, scripts };
}

/** A window that signs in to a service with many connections, refreshes, starts and follows syncs, and filters. */
async function measureConnections(windows: HostWindows, name: string, count: number): Promise<readonly Measurement[]> {
  const profiled = <T>(host: HostProbe, what: string, work: () => Promise<T>): Promise<T> =>
    host.profiled(profile(`${name} ${what}`), work);
  return withService(count, async (service) =>
    windows.use(async ({ workbench, host }) => {
      await host.release();
      await host.run(SHOW_VIEWS);
      await workbench.showViews();
      const firstRequest = await host.watch(() => host.request(service.baseUrl));
      await host.quiet();
      await host.answers();
      const firstRow = firstRowAt(workbench);
      const first = await host.watch(
        () => profiled(host, 'first answer', () => signIn(workbench, service)),
        SETTLED_MS,
      );
      const answered = (await host.answers()).find(({ path }) => path.endsWith('/connections'));
      const firstRowMs = (await firstRow) - (answered?.at ?? NaN);

      const refreshes = [];
      for (let index = 0; index < REFRESHES; index += 1) {
        await host.quiet();
        const refresh = () => host.run('dataConnections.refresh');
        refreshes.push(await host.watch(() => profiled(host, `refresh ${index}`, refresh), SETTLED_MS));
      }
      await host.quiet();
      const filters = [];
      const clears = [];
      for (let index = 0; index < FILTERS; index += 1) {
        const filter = () => host.run('dataConnections.filterConnections', 'entity 29');
        filters.push(await host.watch(() => profiled(host, `filter ${index}`, filter), SETTLED_MS));
        clears.push(await host.watch(() => host.run('dataConnections.clearConnectionFilter'), SETTLED_MS));
        await host.quiet();
      }
      const idle = await host.watch(() => host.pause(IDLE_MS));
      const targets = Array.from({ length: SYNCS }, (_, index) => ({ entityId: entityId(index) }));
      const start = () => host.run('dataConnections.startSync', targets);
      const syncs = await host.watch(() => profiled(host, '100 syncs', start), SETTLED_MS);
      const started = (await service.requests()).filter(
        ({ method, path }) => method === 'POST' && path.endsWith('/sync'),
      );
      assert.equal(started.length, SYNCS);
      const following = await host.watch(() => profiled(host, 'following', () => host.pause(FOLLOWED_MS)));
      return [
        one(`${name}: first row shown after the answer`, firstRowMs, 'ms', 300),
        ...pauses(`${name}: first answer`, [first]),
        ...pauses(`${name}: VS Code’s first request`, [firstRequest]).map((row) => ({ ...row, goal: undefined })),
        ...pauses(`${name}: refresh without a change`, refreshes),
        one(`${name}: refresh without a change: CPU time`, median(refreshes.map(({ processMs }) => processMs)), 'ms'),
        one(
          `${name}: filter: CPU time of the thread beyond that with nothing running`,
          median(filters.map(({ threadMs, wallMs }) => threadMs - (idle.threadMs * wallMs) / idle.wallMs)),
          'ms',
          PAUSE_GOAL_MS,
        ),
        ...pauses(`${name}: filter cleared`, clears),
        one(`${name}: ${SYNCS} syncs started: CPU time`, syncs.processMs / 1000, 's', 1),
        ...pauses(`${name}: ${SYNCS} syncs started`, [syncs]),
        one(`${name}: followed for 12 s: CPU time`, following.processMs / 1000, 's'),
        one(
          `${name}: followed for 12 s: CPU time beyond that with nothing running`,
          (following.processMs - (idle.processMs * following.wallMs) / idle.wallMs) / 1000,
          's',
          0.5,
        ),
        ...pauses(`${name}: followed for 12 s`, [following]),
        one(`${name}: nothing running: CPU time in 12 s`, (idle.processMs * FOLLOWED_MS) / idle.wallMs / 1000, 's'),
        ...pauses(`${name}: nothing running`, [idle]).map((row) => ({ ...row, goal: undefined })),
      ];
    }),
  );
}

/** The longest pause that the host caused itself, and the longest one on a machine with other work. */
function pauses(name: string, usages: readonly HostUsage[]): readonly Measurement[] {
  return [
    one(`${name}: longest pause`, Math.max(...usages.map(({ ownPauseMs }) => ownPauseMs)), 'ms', PAUSE_GOAL_MS),
    one(`${name}: longest pause, with waits for a core`, Math.max(...usages.map(({ pauseMs }) => pauseMs)), 'ms'),
  ];
}

/** When the first row of the Connections view is in the page, in milliseconds since the epoch. */
function firstRowAt({ page }: Workbench): Promise<number> {
  // As text: the page's types are not those of this program.
  return page.evaluate(`new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.pane [role="treeitem"][aria-label^="entity "]')) {
        observer.disconnect();
        resolve(Date.now());
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  })`);
}

async function withService<T>(connections: number, work: (service: LocalService) => Promise<T>): Promise<T> {
  const service = await LocalService.start({ seed: 'empty' });
  try {
    const now = Date.now();
    await service.putConnection(
      ...Array.from({ length: connections }, (_, index) => ({
        entityId: entityId(index),
        entityName: `entity ${index}`,
        sourceSystem: `System ${index % 12}`,
        durationMs: HOUR_MS,
        everyMs: HOUR_MS * 24,
        lastSyncId: `sync-${index}`,
        lastSyncStatus: 'Completed',
        lastSyncAt: now - HOUR_MS - index * 1000,
        nextScheduledSyncAt: now + HOUR_MS * 12 + index * 1000,
      })),
    );
    return await work(service);
  } finally {
    await service.stop();
  }
}

function entityId(index: number): string {
  return `entity-${index}`;
}

function profile(what: string): string | undefined {
  const folder = process.env['HOST_PROFILES'];
  return folder === undefined || folder === '' ? undefined : join(folder, `${what.replaceAll(' ', '-')}.cpuprofile`);
}

function one(name: string, value: number, unit: string, atMost?: number): Measurement {
  return { name, value: rounded(value), unit, goal: atMost === undefined ? undefined : { atMost } };
}
