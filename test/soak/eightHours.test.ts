import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import FakeTimers from '@sinonjs/fake-timers';
import { DisposableStore } from '../../src/base/disposable.ts';
import { Emitter } from '../../src/base/event.ts';
import type { FaultAction } from '../../src/localService/faults.ts';
import type { Account } from '../../src/model/account.ts';
import { isRunning } from '../../src/model/job.ts';
import { LocalService } from '../service/localService.ts';
import { LedgerFolder } from '../unit/jobs/store/ledgerFolder.ts';
import { usedHeapMb } from './heap.ts';
import { MAX_HEAP_MB_AN_HOUR, MAX_LEDGER_MB, MAX_REQUESTS_A_MINUTE } from './limits.ts';
import { SoakWindow } from './soakWindow.ts';
import { assertFlat, mostWithin, trendOf } from './trend.ts';

const HOURS = 8;
const JOBS = 100;
const STEP_MS = 1000;
const MINUTE_MS = 60_000;
const MINUTES = HOURS * 60;
const SAMPLED_EACH_MINUTES = 10;
/** By then, as many jobs are kept as ever are: 500 for an account. */
const WARM_UP_MINUTES = 120;
/** One window after the other is closed and opened again. */
const RELOADED_EACH_MINUTES = 30;
/** Every 20th request meets one. */
const FAULT_EACH = 20;
/** Turns of the event loop in which the body of a response is read. */
const QUIET_TURNS = 5;
const STUCK_MS = 60_000;
/** Sockets, abort signals, or timers of three windows. */
const MAX_OPEN = 60;

const FAULTS: readonly (FaultAction | 'noResponse')[] = [
  { kind: 'response', status: 503, body: '' },
  { kind: 'cut' },
  { kind: 'halfBody' },
  { kind: 'loseResponse' },
  { kind: 'rateLimit', retryAfterS: 30 },
  { kind: 'response', status: 500, body: '{}' },
  { kind: 'response', status: 200, body: '<html></html>' },
  'noResponse',
];

/** What must stay the same, however long the windows are open. */
interface Sample {
  readonly minute: number;
  readonly heapMb: number;
  readonly ledgerMb: number;
  readonly handles: number;
  readonly sockets: number;
  readonly timers: number;
  readonly listeners: number;
  readonly signals: number;
  readonly emitters: number;
  readonly disposables: number;
}

/** A service of two accounts whose requests are counted, and fail now and then. */
class Traffic {
  readonly #service: LocalService;
  readonly #clock: { readonly now: number };
  /** By account: when each of its requests was sent. */
  readonly sentAt = new Map<string, number[]>();
  #inFlight = 0;
  count = 0;
  faults = 0;

  constructor(service: LocalService, clock: { readonly now: number }) {
    this.#service = service;
    this.#clock = clock;
  }

  get isQuiet(): boolean {
    return this.#inFlight === 0;
  }

  fetchOf(accountId: string): typeof globalThis.fetch {
    return async (...request) => {
      const times = this.sentAt.get(accountId) ?? [];
      this.sentAt.set(accountId, times);
      times.push(this.#clock.now);
      this.count += 1;
      const action = this.count % FAULT_EACH === 0 ? FAULTS[this.faults % FAULTS.length] : undefined;
      this.faults += action ? 1 : 0;
      if (action === 'noResponse') {
        return unanswered(request[1]?.signal);
      }
      this.#inFlight += 1;
      try {
        if (action) {
          // Of requests that are sent at the same time, another one may meet it.
          await this.#service.addFault({ times: 1, action });
        }
        return await globalThis.fetch(...request);
      } finally {
        this.#inFlight -= 1;
      }
    };
  }

  /** The most requests of an account within a minute. */
  get mostAMinute(): number {
    return Math.max(...[...this.sentAt.values()].map((times) => mostWithin(times, MINUTE_MS)));
  }
}

/** As a service that doesn't respond, until the deadline of the request. */
function unanswered(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

describe(`${HOURS} hours in three windows, with ${JOBS} jobs and every 20th request failing`, function () {
  this.timeout(7_200_000);
  let service: LocalService;
  let folder: LedgerFolder;
  let clock: ReturnType<typeof FakeTimers.install>;
  const { setImmediate: nextTurn } = globalThis;
  const realNow = performance.now.bind(performance);

  const sockets = new Set<Socket>();
  const onConnected = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };

  before(async () => {
    subscribe('undici:client:connected', onConnected);
    service = await LocalService.start({ seed: 'empty' });
    await service.freeze(true);
    folder = new LedgerFolder();
    clock = FakeTimers.install({
      now: Date.now(),
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance', 'hrtime'],
    });
  });

  after(async () => {
    unsubscribe('undici:client:connected', onConnected);
    clock.uninstall();
    folder.remove();
    await service.stop();
  });

  const accountOf = (id: string): Account => ({
    id,
    baseUrl: service.baseUrl,
    method: 'apiKey',
    user: { email: service.email, fullName: '' },
    workspace: { identifier: 'acme', name: 'Acme' },
  });

  it('needs no more memory, handles, sockets or listeners, and no more requests than allowed', async () => {
    const entityIds = Array.from({ length: JOBS }, (_, index) => `entity-${index}`);
    await service.putConnection(
      ...entityIds.map((entityId) => ({ entityId, entityName: entityId, isActive: true, sourceSystem: 'Soak' })),
    );
    const traffic = new Traffic(service, clock);
    const accounts = ['one', 'one', 'other'].map(accountOf);
    let opened = 0;
    const open = (index: number): SoakWindow => {
      const account = accounts[index] ?? accountOf('one');
      opened += 1;
      const fetch = traffic.fetchOf(account.id);
      return new SoakWindow({ id: `window-${opened}`, account, service, folder: folder.path, fetch, log: folder.log });
    };
    const windows = accounts.map((_, index) => open(index));
    const random = randomNumbers();
    let started = 0;

    /** Starts a sync of each connection that has none, in one of the windows. */
    const startJobs = async (): Promise<void> => {
      const { connections } = await service.state();
      for (const { entityId, isCurrentlySyncing } of connections) {
        if (!isCurrentlySyncing) {
          started += 1;
          await service.nextJob({
            durationMs: (5 + 40 * random()) * MINUTE_MS,
            outcome: random() < 0.1 ? 'fail' : 'complete',
          });
          const starting = windows[started % windows.length]?.start(entityId);
          await Promise.race([starting, settle()]);
        }
      }
    };

    /** Until all requests have the response that they will get. */
    const settle = async (): Promise<void> => {
      let quietTurns = 0;
      for (const begun = realNow(); quietTurns < QUIET_TURNS;) {
        assert.ok(realNow() - begun < STUCK_MS, 'a request is not answered');
        await new Promise<void>((resolve) => nextTurn(resolve));
        quietTurns = traffic.isQuiet ? quietTurns + 1 : 0;
      }
    };

    const sample = async (minute: number): Promise<Sample> => {
      const bytes = readdirSync(folder.path).reduce((sum, name) => sum + statSync(join(folder.path, name)).size, 0);
      return {
        minute,
        heapMb: await usedHeapMb(),
        ledgerMb: bytes / 1_048_576,
        handles: process.getActiveResourcesInfo().length,
        sockets: sockets.size,
        timers: clock.countTimers(),
        listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
        signals: queryObjects(AbortSignal, { format: 'count' }),
        emitters: queryObjects(Emitter, { format: 'count' }),
        disposables: queryObjects(DisposableStore, { format: 'count' }),
      };
    };

    const samples: Sample[] = [];
    for (let minute = 0; minute < MINUTES; minute += 1) {
      await service.advance(MINUTE_MS);
      await startJobs();
      for (let ms = 0; ms < MINUTE_MS; ms += STEP_MS) {
        await clock.tickAsync(STEP_MS);
        await settle();
      }
      if (minute % RELOADED_EACH_MINUTES === 0 && minute > 0) {
        const index = (minute / RELOADED_EACH_MINUTES) % windows.length;
        windows[index]?.dispose();
        windows[index] = open(index);
      }
      if (minute % SAMPLED_EACH_MINUTES === SAMPLED_EACH_MINUTES - 1) {
        samples.push(await sample(minute));
      }
    }

    const late = samples.filter(({ minute }) => minute >= WARM_UP_MINUTES);
    const heap = trendOf(late.map(({ minute, heapMb }) => ({ x: minute / 60, y: heapMb })));
    const running = windows[0]?.tracker.jobs.sorted.filter(isRunning).length ?? 0;
    const rangeOf = (of: Exclude<keyof Sample, 'minute'>): string => {
      const values = late.map((one) => one[of]);
      return `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
    };
    console.log(
      [
        `      ${started} jobs, ${traffic.count} requests, ${traffic.faults} of them with a fault; ${running} jobs running at the end`,
        `      most requests of an account within a minute: ${traffic.mostAMinute}`,
        `      heap after ${WARM_UP_MINUTES} minutes: ${rangeOf('heapMb')} MB, ${heap.slope.toFixed(3)} ± ${heap.error.toFixed(3)} MB an hour`,
        `      ledger: ${rangeOf('ledgerMb')} MB; handles: ${rangeOf('handles')}; sockets: ${rangeOf('sockets')}; timers: ${rangeOf('timers')}`,
        `      listeners: ${rangeOf('listeners')}; abort signals: ${rangeOf('signals')}; emitters: ${rangeOf('emitters')}; disposables: ${rangeOf('disposables')}`,
      ].join('\n'),
    );
    const shown = windows.map((window) => window.shown);
    windows.forEach((window) => window.dispose());

    assert.ok(started >= JOBS && traffic.faults >= Math.floor(traffic.count / FAULT_EACH), 'jobs and faults');
    assert.ok(
      shown.every((count) => count > 0),
      'every window shows jobs',
    );
    assert.ok(traffic.mostAMinute <= MAX_REQUESTS_A_MINUTE, `${traffic.mostAMinute} requests a minute`);
    assert.ok(Math.max(...samples.map(({ ledgerMb }) => ledgerMb)) < MAX_LEDGER_MB);
    assert.ok(heap.slope < MAX_HEAP_MB_AN_HOUR, `${heap.slope} MB an hour`);
    for (const what of ['handles', 'listeners', 'emitters', 'disposables'] as const) {
      assertFlat(
        what,
        late.map((one) => one[what]),
      );
    }
    // Each of them belongs to a request or a timer that is open at the moment.
    for (const what of ['sockets', 'signals', 'timers'] as const) {
      assert.ok(Math.max(...late.map((one) => one[what])) <= MAX_OPEN, what);
    }
  });
});

/** The same in each run (a linear congruential generator). */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 0x8000_0000;
    return state / 0x8000_0000;
  };
}
