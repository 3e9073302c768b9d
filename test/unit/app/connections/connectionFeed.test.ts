import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import FakeTimers from '@sinonjs/fake-timers';
import { monotonicNow } from '../../../../src/base/monotonicClock.ts';
import { ConnectionFeed } from '../../../../src/app/connections/connectionFeed.ts';
import type { ConnectionFeedState, ConnectionsResponse } from '../../../../src/app/connections/feedState.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

function responseOf(...entityIds: string[]): ConnectionsResponse {
  return {
    kind: 'connections',
    connections: entityIds.map((entityId) => sampleConnection({ entityId })),
    droppedRows: 0,
    omittedRows: 0,
    byteLength: 0,
  };
}

function failed(failure: Failure): ConnectionsResponse {
  return { kind: 'failure', failure };
}

const refused: Failure = { kind: 'unreachable', reason: 'refused', detail: '' };

/** The service: holds the requests until the test responds to them. */
class Requests {
  readonly sent: { readonly atMs: number; readonly signal: AbortSignal }[] = [];
  /** The responses to the next requests, in order. Further requests wait. */
  readonly prepared: ConnectionsResponse[] = [];
  #waiting: ((response: ConnectionsResponse) => void)[] = [];
  #pausedUntilMs = 0;

  /** As the health of the account has it. */
  get pauseLeftMs(): number {
    return Math.max(0, this.#pausedUntilMs - monotonicNow());
  }

  readonly list = (signal: AbortSignal): Promise<ConnectionsResponse> => {
    this.sent.push({ atMs: Date.now() - START_MS, signal });
    const response = this.prepared.shift();
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      if (response) {
        this.#noteFailure(response);
        resolve(response);
      } else {
        this.#waiting.push(resolve);
      }
    });
  };

  get times(): number[] {
    return this.sent.map(({ atMs }) => atMs);
  }

  respond(response: ConnectionsResponse): void {
    this.#noteFailure(response);
    this.#waiting.shift()?.(response);
  }

  /** Never responds to the oldest request. */
  skip(): void {
    this.#waiting.shift();
  }

  #noteFailure(response: ConnectionsResponse): void {
    if (response.kind === 'failure' && response.failure.kind === 'rateLimited') {
      this.#pausedUntilMs = monotonicNow() + (response.failure.retryAfterMs ?? 0);
    }
  }
}

describe('The connection feed', () => {
  let clock: FakeTimers.Clock;
  let requests: Requests;
  let feed: ConnectionFeed;
  let intervalMs: number;

  beforeEach(() => {
    clock = FakeTimers.install({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'hrtime'] });
    requests = new Requests();
    intervalMs = MINUTE_MS;
    feed = new ConnectionFeed({
      list: requests.list,
      intervalMs: () => intervalMs,
      pauseLeftMs: () => requests.pauseLeftMs,
    });
  });

  afterEach(() => {
    feed.dispose();
    assert.equal(clock.countTimers(), 0, 'a disposed feed leaves no timer');
    clock.uninstall();
  });

  function loaded(): Extract<ConnectionFeedState, { kind: 'loaded' }> {
    assert.ok(feed.state.kind === 'loaded');
    return feed.state;
  }

  it('sends nothing before it is visible', async () => {
    await clock.tickAsync(10 * MINUTE_MS);
    assert.deepEqual(requests.times, []);
    assert.deepEqual(feed.state, { kind: 'loading' });
  });

  it('sends a request as soon as it becomes visible, then once per interval after each answer', async () => {
    requests.prepared.push(responseOf('a'), responseOf('a', 'b'), responseOf('b'));
    feed.setVisible(true);
    await clock.tickAsync(2 * MINUTE_MS);
    assert.deepEqual(requests.times, [0, MINUTE_MS, 2 * MINUTE_MS]);
    assert.deepEqual(
      loaded().connections.map(({ entityId }) => entityId),
      ['b'],
    );
    assert.equal(loaded().receivedAt, START_MS + 2 * MINUTE_MS);
  });

  it('sends nothing while hidden, and when visible again only once its answer is older than the interval', async () => {
    requests.prepared.push(responseOf('a'), responseOf('a'), responseOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(20_000);
    feed.setVisible(false);
    await clock.tickAsync(20_000);
    feed.setVisible(true);
    await clock.tickAsync(20_000);
    assert.deepEqual(requests.times, [0, MINUTE_MS], 'the response was fresh, so its interval continued');
    feed.setVisible(false);
    await clock.tickAsync(5 * MINUTE_MS);
    feed.setVisible(true);
    await clock.tickAsync(0);
    assert.deepEqual(requests.times, [0, MINUTE_MS, 6 * MINUTE_MS]);
  });

  it('has one request in flight, however long the answer takes', async () => {
    feed.setVisible(true);
    feed.setVisible(false);
    feed.setVisible(true);
    await clock.tickAsync(10 * MINUTE_MS);
    assert.deepEqual(requests.times, [0]);
    requests.respond(responseOf('a'));
    await clock.tickAsync(0);
    const { requestedAt, receivedAt } = loaded();
    assert.deepEqual([requestedAt, receivedAt], [START_MS, START_MS + 10 * MINUTE_MS]);
    await clock.tickAsync(MINUTE_MS);
    assert.deepEqual(requests.times, [0, 11 * MINUTE_MS]);
  });

  it('keeps the last answer and its age while requests fail', async () => {
    requests.prepared.push(responseOf('a'), failed(refused), failed({ kind: 'timedOut', afterMs: 1 }));
    feed.setVisible(true);
    await clock.tickAsync(MINUTE_MS + 2_000);
    const state = loaded();
    assert.deepEqual(
      state.connections.map(({ entityId }) => entityId),
      ['a'],
    );
    assert.equal(state.receivedAt, START_MS);
    assert.deepEqual(state.failure, { kind: 'timedOut', afterMs: 1 });
  });

  it('backs off while requests fail, up to a minute, and recovers automatically', async () => {
    intervalMs = 10 * MINUTE_MS;
    requests.prepared.push(...Array.from({ length: 8 }, () => failed(refused)), responseOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(242_000);
    assert.deepEqual(feed.state, {
      kind: 'loaded',
      connections: [sampleConnection({ entityId: 'a' })],
      droppedRows: 0,
      omittedRows: 0,
      requestedAt: Date.now(),
      receivedAt: Date.now(),
      receivedAtMonotonic: monotonicNow(),
    });
    assert.deepEqual(
      requests.times,
      [0, 2, 6, 14, 30, 62, 122, 182, 242].map((seconds) => seconds * 1000),
    );
  });

  it('has failed if it never had an answer', async () => {
    requests.prepared.push(failed(refused));
    feed.setVisible(true);
    await clock.tickAsync(0);
    assert.deepEqual(feed.state, { kind: 'failed', failure: refused });
  });

  it('keeps its schedule when the system time changes', async () => {
    requests.prepared.push(responseOf('a'), responseOf('a'), responseOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(1000);
    for (const byMs of [-86_400_000, 2 * 86_400_000]) {
      const sentBefore = requests.sent.length;
      clock.setSystemTime(Date.now() + byMs);
      feed.reschedule();
      await clock.tickAsync(MINUTE_MS - 2000);
      assert.equal(requests.sent.length, sentBefore);
      await clock.tickAsync(2000);
      assert.equal(requests.sent.length, sentBefore + 1);
    }
  });

  it('waits for the Retry-After of the service', async () => {
    requests.prepared.push(failed({ kind: 'rateLimited', retryAfterMs: 90_000 }), responseOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(3 * MINUTE_MS);
    assert.deepEqual(requests.times.slice(0, 2), [0, 90_000]);
  });

  it('sends the next request although a timer may fire a little before a rate limit ends', async () => {
    requests.prepared.push(failed({ kind: 'rateLimited', retryAfterMs: 90_000.7 }), responseOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(90_001);
    assert.deepEqual(requests.times, [0, 90_001]);
  });

  it('sends a manual refresh at once during a rate limit, and during a pause of the account', async () => {
    const limited = failed({ kind: 'rateLimited', retryAfterMs: 24 * 60 * MINUTE_MS });
    let pauseLeftMs = 0;
    feed.dispose();
    feed = new ConnectionFeed({ list: requests.list, intervalMs: () => intervalMs, pauseLeftMs: () => pauseLeftMs });
    requests.prepared.push(limited, limited, responseOf('a'), responseOf('b'));
    await feed.refresh();
    assert.deepEqual(await feed.refresh({ isManual: true }), limited);
    assert.deepEqual(await feed.refresh({ isManual: true }), responseOf('a'));
    pauseLeftMs = 90_000;
    assert.deepEqual(await feed.refresh(), failed({ kind: 'rateLimited', retryAfterMs: 90_000 }));
    assert.deepEqual(await feed.refresh({ isManual: true }), responseOf('b'));
    assert.equal(requests.sent.length, 4);
  });

  it('has failed if the account is paused before its first answer, until the pause is over', async () => {
    let pauseLeftMs = 90_000;
    feed.dispose();
    feed = new ConnectionFeed({ list: requests.list, intervalMs: () => intervalMs, pauseLeftMs: () => pauseLeftMs });
    requests.prepared.push(responseOf('a'));
    feed.setVisible(true);
    assert.deepEqual(feed.state, { kind: 'failed', failure: { kind: 'rateLimited', retryAfterMs: 90_000 } });
    pauseLeftMs = 0;
    await clock.tickAsync(90_000);
    assert.deepEqual([loaded().failure, requests.times], [undefined, [90_000]]);
  });

  it('sends a manual refresh after a manual one in flight that ends in a rate limit', async () => {
    const first = feed.refresh({ isManual: true });
    const automatic = feed.refresh();
    const manual = feed.refresh({ isManual: true });
    requests.respond(failed({ kind: 'rateLimited', retryAfterMs: 90_000 }));
    await first;
    await clock.tickAsync(0);
    requests.respond(responseOf('a'));
    assert.deepEqual([await automatic, await manual], [responseOf('a'), responseOf('a')]);
    assert.equal(requests.sent.length, 2);
  });

  it('replaces an automatic request, which may hang, with a manual refresh, whose response all callers get', async () => {
    feed.setVisible(true);
    const earlier = feed.refresh();
    await clock.tickAsync(20_000);
    const manual = feed.refresh({ isManual: true });
    assert.deepEqual(
      requests.sent.map(({ atMs, signal }) => [atMs, signal.aborted]),
      [
        [0, true],
        [20_000, false],
      ],
    );
    requests.skip();
    requests.respond(responseOf('a'));
    assert.deepEqual(await manual, responseOf('a'));
    assert.deepEqual(feed.state.kind, 'loaded');
    await clock.tickAsync(0);
    requests.respond(responseOf('b'));
    assert.deepEqual(await earlier, responseOf('b'));
    assert.equal(requests.sent.length, 3);
  });

  it('cancels a replaced request, and the one that replaced it, on a reset', async () => {
    const results = [feed.refresh(), feed.refresh({ isManual: true })];
    feed.reset();
    const next = feed.refresh();
    assert.deepEqual(await Promise.all(results), [{ kind: 'cancelled' }, { kind: 'cancelled' }]);
    requests.skip();
    requests.skip();
    requests.respond(responseOf('c'));
    assert.deepEqual(await next, responseOf('c'));
  });

  it('sends only manual refreshes during a rate limit, and returns the remaining time for others', async () => {
    requests.prepared.push(failed({ kind: 'rateLimited', retryAfterMs: 90_000 }), responseOf('a'));
    await feed.refresh();
    await clock.tickAsync(30_000);
    assert.deepEqual(await feed.refresh(), failed({ kind: 'rateLimited', retryAfterMs: 60_000 }));
    assert.deepEqual(requests.times, [0]);
    await clock.tickAsync(60_000);
    assert.deepEqual(await feed.refresh(), responseOf('a'));
  });

  it('sends a refresh at once if the service was only unavailable', async () => {
    const unavailable: Failure = { kind: 'unavailable', status: 503, retryAfterMs: 90_000, problem: undefined };
    requests.prepared.push(failed(unavailable), responseOf('a'));
    assert.deepEqual(await feed.refresh(), failed(unavailable));
    assert.deepEqual(await feed.refresh(), responseOf('a'));
  });

  it('sends a refresh while hidden, and returns its failure', async () => {
    requests.prepared.push(failed(refused));
    assert.deepEqual(await feed.refresh(), failed(refused));
  });

  it('answers refreshes during a request with one more request, shared by all', async () => {
    const first = feed.refresh();
    const second = feed.refresh();
    const third = feed.refresh();
    assert.equal(second, third);
    requests.respond(responseOf('old'));
    await clock.tickAsync(0);
    requests.respond(responseOf('new'));
    assert.deepEqual(await first, responseOf('old'));
    assert.deepEqual(await second, responseOf('new'));
    assert.equal(requests.sent.length, 2);
  });

  it('lets waiting refreshes share the request that a listener sent in the meantime', async () => {
    const subscription = feed.onDidChange(() => {
      subscription.dispose();
      void feed.refresh();
    });
    const first = feed.refresh();
    const second = feed.refresh();
    requests.respond(responseOf('a'));
    await first;
    await clock.tickAsync(0);
    requests.respond(responseOf('b'));
    assert.deepEqual(await second, responseOf('b'));
    assert.equal(requests.sent.length, 2);
  });

  it('sends only the first request automatically if the interval is 0', async () => {
    intervalMs = 0;
    requests.prepared.push(failed(refused));
    feed.setVisible(true);
    await clock.tickAsync(60 * MINUTE_MS);
    assert.deepEqual(requests.times, [0]);
  });

  it('uses a new interval at once', async () => {
    requests.prepared.push(responseOf('a'), responseOf('a'), responseOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(1_000);
    intervalMs = 5_000;
    feed.reschedule();
    await clock.tickAsync(9_000);
    assert.deepEqual(requests.times, [0, 5_000, 10_000]);
  });

  it('does not refresh automatically while signed out', async () => {
    feed.dispose();
    feed = new ConnectionFeed({
      list: requests.list,
      intervalMs: () => intervalMs,
      pauseLeftMs: () => 0,
      isSignedOut: () => true,
    });
    requests.prepared.push(failed({ kind: 'signedOut' }));
    feed.setVisible(true);
    await clock.tickAsync(60 * MINUTE_MS);
    assert.deepEqual(requests.times, [0]);
  });

  it('tries again if the secret of the account could not be read', async () => {
    requests.prepared.push(failed({ kind: 'signedOut' }), responseOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(MINUTE_MS);
    assert.deepEqual([requests.times, loaded().failure], [[0, 2_000], undefined]);
  });

  it('drops everything for another account, including the request in flight', async () => {
    feed.setVisible(true);
    const waiting = feed.refresh();
    feed.reset();
    assert.deepEqual(feed.state, { kind: 'loading' });
    assert.equal(requests.sent[0]?.signal.aborted, true);
    assert.deepEqual(await waiting, { kind: 'cancelled' });
    assert.deepEqual(requests.times, [0, 0], 'the connections of the new account are requested at once');
    assert.equal(requests.sent[1]?.signal.aborted, false);
  });

  it('drops an answer that arrives although the request was aborted', async () => {
    let respond: (response: ConnectionsResponse) => void = () => undefined;
    const deaf = new ConnectionFeed({
      list: () => new Promise((resolve) => (respond = resolve)),
      intervalMs: () => MINUTE_MS,
      pauseLeftMs: () => 0,
    });
    const refreshed = deaf.refresh();
    deaf.dispose();
    respond(responseOf('a'));
    assert.deepEqual(await refreshed, { kind: 'cancelled' });
    assert.deepEqual(deaf.state, { kind: 'loading' });
    assert.deepEqual(await deaf.refresh(), { kind: 'cancelled' });
  });

  it('rejects on a defect in its function, and goes on after it', async () => {
    let isBroken = true;
    const list = (): Promise<ConnectionsResponse> =>
      isBroken ? Promise.reject(new TypeError('a defect')) : Promise.resolve(responseOf('a'));
    const broken = new ConnectionFeed({ list, intervalMs: () => MINUTE_MS, pauseLeftMs: () => 0 });
    await assert.rejects(broken.refresh(), TypeError);
    isBroken = false;
    assert.deepEqual(await broken.refresh(), responseOf('a'));
    broken.dispose();
  });

  it('repeats a request after a defect as soon as after a failure', async () => {
    const list = async (signal: AbortSignal): Promise<ConnectionsResponse> => {
      const response = await requests.list(signal);
      if (requests.times.length === 1) {
        throw new TypeError('a defect');
      }
      return response;
    };
    requests.prepared.push(responseOf('a'), responseOf('b'));
    const broken = new ConnectionFeed({ list, intervalMs: () => MINUTE_MS, pauseLeftMs: () => 0 });
    await assert.rejects(broken.refresh(), TypeError);
    broken.setVisible(true);
    await clock.tickAsync(2_000);
    assert.deepEqual(requests.times, [0, 2_000]);
    broken.dispose();
  });

  it('sends the next request after one that rejected while the next one waited for it', async () => {
    let count = 0;
    const list = async (): Promise<ConnectionsResponse> => {
      count += 1;
      if (count === 1) {
        await Promise.resolve();
        throw new TypeError('a defect');
      }
      return responseOf(`response ${count}`);
    };
    const broken = new ConnectionFeed({ list, intervalMs: () => MINUTE_MS, pauseLeftMs: () => 0 });
    const [first, second] = await Promise.allSettled([broken.refresh(), broken.refresh()]);
    assert.equal(first.status, 'rejected');
    assert.deepEqual(second, { status: 'fulfilled', value: responseOf('response 2') });
    const [, fourth] = await Promise.all([broken.refresh(), broken.refresh()]);
    assert.deepEqual(fourth, responseOf('response 4'));
    broken.dispose();
  });

  it('tells with every answer what it has changed, and fires no change if that is nothing', async () => {
    requests.prepared.push(
      responseOf('a', 'b'),
      responseOf('b', 'a'),
      responseOf('a', 'c'),
      failed(refused),
      responseOf('c', 'a'),
    );
    const told: unknown[] = [];
    const kinds: string[] = [];
    const ids = (connections: readonly { readonly entityId: string }[]): string[] =>
      connections.map(({ entityId }) => entityId);
    feed.onDidReceiveResponse(({ requestedAt, changes: { added, changed, removed } }) => {
      assert.ok(feed.state.kind === 'loaded' && feed.state.requestedAt === requestedAt);
      told.push([ids(added), ids(changed), ids(removed)]);
    });
    feed.onDidChange((state) => kinds.push(state.kind === 'loaded' && state.failure ? 'stale' : state.kind));
    for (let count = 0; count < 5; count += 1) {
      await clock.tickAsync(1000);
      await feed.refresh();
    }
    assert.deepEqual(told, [
      [['a', 'b'], [], []],
      [[], [], []],
      [['c'], [], ['b']],
      [[], [], []],
    ]);
    assert.deepEqual(kinds, ['loaded', 'loaded', 'stale', 'loaded']);
    assert.equal(loaded().requestedAt, START_MS + 5000, 'the time of the response is the latest all the same');
  });

  it('sorts a long answer in slices, and drops it if the account changes meanwhile', async () => {
    const ids = Array.from({ length: 2000 }, (_, at) => `id ${(at * 7919) % 2000}`);
    requests.prepared.push(responseOf(...ids), responseOf(...ids), responseOf(...ids, 'id 0.5'));
    const dropped = feed.refresh();
    await nextTurn();
    assert.equal(feed.state.kind, 'loading', 'it is not sorted yet');
    feed.reset();
    assert.deepEqual(await dropped, { kind: 'cancelled' });
    assert.equal(feed.state.kind, 'loading');
    await feed.refresh();
    const sorted = ids.map((_, at) => `id ${at}`);
    assert.deepEqual(
      loaded().connections.map(({ entityId }) => entityId),
      sorted,
    );
    const next = feed.refresh();
    await clock.tickAsync(0);
    assert.equal(loaded().connections.length, 2001, 'one more is sorted at once');
    await next;
  });

  it('finds the connections of the last answer, and none of the account before', async () => {
    const syncing = sampleConnection({ entityId: 'a', isCurrentlySyncing: true, lastSyncId: 's' });
    requests.prepared.push({ ...responseOf(), kind: 'connections', connections: [syncing] } as ConnectionsResponse);
    await feed.refresh();
    assert.deepEqual([feed.find('a'), feed.findBySync('s'), feed.syncing.get('a')], [syncing, syncing, syncing]);
    feed.reset();
    assert.deepEqual([feed.find('a'), feed.findBySync('s'), feed.syncing.size], [undefined, undefined, 0]);
  });

  it('fires for every change, after the state has changed', async () => {
    requests.prepared.push(failed(refused), responseOf('a'));
    const kinds: string[] = [];
    feed.onDidChange((state) => {
      assert.equal(state, feed.state);
      kinds.push(state.kind);
    });
    await feed.refresh();
    await feed.refresh();
    feed.reset();
    assert.deepEqual(kinds, ['failed', 'loaded', 'loading']);
  });
});
