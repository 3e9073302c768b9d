import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { ConnectionFeed } from '../../../../src/app/connections/connectionFeed.ts';
import type { ConnectionFeedState, ConnectionsAnswer } from '../../../../src/app/connections/connectionFeed.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import type { Failure } from '../../../../src/model/failure.ts';

const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

function connection(entityId: string): Connection {
  return {
    entityId,
    entityName: entityId,
    hasError: false,
    isActive: true,
    isCurrentlySyncing: false,
    lastSyncId: undefined,
    lastSyncStatus: undefined,
    lastSyncAt: undefined,
    nextScheduledSyncAt: undefined,
    sourceSystem: '',
  };
}

function answerOf(...entityIds: string[]): ConnectionsAnswer {
  return { kind: 'connections', connections: entityIds.map(connection), droppedRows: 0, omittedRows: 0 };
}

function failed(failure: Failure): ConnectionsAnswer {
  return { kind: 'failure', failure };
}

const refused: Failure = { kind: 'unreachable', reason: 'refused', detail: '' };

/** The other side: what is asked waits here until the test answers it. */
class Questions {
  readonly asked: { readonly atMs: number; readonly signal: AbortSignal }[] = [];
  /** Answered at once with these, first one first; what is asked beyond them waits. */
  readonly prepared: ConnectionsAnswer[] = [];
  #waiting: ((answer: ConnectionsAnswer) => void)[] = [];

  readonly list = (signal: AbortSignal): Promise<ConnectionsAnswer> => {
    this.asked.push({ atMs: Date.now() - START_MS, signal });
    const answer = this.prepared.shift();
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      if (answer) {
        resolve(answer);
      } else {
        this.#waiting.push(resolve);
      }
    });
  };

  get times(): number[] {
    return this.asked.map(({ atMs }) => atMs);
  }

  answer(answer: ConnectionsAnswer): void {
    this.#waiting.shift()?.(answer);
  }
}

describe('The connection feed', () => {
  let clock: FakeTimers.Clock;
  let questions: Questions;
  let feed: ConnectionFeed;
  let intervalMs: number;

  beforeEach(() => {
    clock = FakeTimers.install({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'hrtime'] });
    questions = new Questions();
    intervalMs = MINUTE_MS;
    feed = new ConnectionFeed({ list: questions.list, intervalMs: () => intervalMs });
  });

  afterEach(() => {
    feed.dispose();
    assert.equal(clock.countTimers(), 0, 'a disposed feed leaves no timer behind');
    clock.uninstall();
  });

  function loaded(): Extract<ConnectionFeedState, { kind: 'loaded' }> {
    assert.ok(feed.state.kind === 'loaded');
    return feed.state;
  }

  it('asks nothing before anybody looks', async () => {
    await clock.tickAsync(10 * MINUTE_MS);
    assert.deepEqual(questions.times, []);
    assert.deepEqual(feed.state, { kind: 'loading' });
  });

  it('asks at once when it becomes visible, then once an interval after each answer', async () => {
    questions.prepared.push(answerOf('a'), answerOf('a', 'b'), answerOf('b'));
    feed.setVisible(true);
    await clock.tickAsync(2 * MINUTE_MS);
    assert.deepEqual(questions.times, [0, MINUTE_MS, 2 * MINUTE_MS]);
    assert.deepEqual(
      loaded().connections.map(({ entityId }) => entityId),
      ['b'],
    );
    assert.equal(loaded().answeredAt, START_MS + 2 * MINUTE_MS);
  });

  it('does not ask while hidden, and on return asks at once only when its answer is older than the interval', async () => {
    questions.prepared.push(answerOf('a'), answerOf('a'), answerOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(20_000);
    feed.setVisible(false);
    await clock.tickAsync(20_000);
    feed.setVisible(true);
    await clock.tickAsync(20_000);
    assert.deepEqual(questions.times, [0, MINUTE_MS], 'the answer was fresh: its interval went on');
    feed.setVisible(false);
    await clock.tickAsync(5 * MINUTE_MS);
    feed.setVisible(true);
    await clock.tickAsync(0);
    assert.deepEqual(questions.times, [0, MINUTE_MS, 6 * MINUTE_MS]);
  });

  it('has one question in flight however long the answer takes', async () => {
    feed.setVisible(true);
    feed.setVisible(false);
    feed.setVisible(true);
    await clock.tickAsync(10 * MINUTE_MS);
    assert.deepEqual(questions.times, [0]);
    questions.answer(answerOf('a'));
    await clock.tickAsync(0);
    const { askedAt, answeredAt } = loaded();
    assert.deepEqual([askedAt, answeredAt], [START_MS, START_MS + 10 * MINUTE_MS]);
    await clock.tickAsync(MINUTE_MS);
    assert.deepEqual(questions.times, [0, 11 * MINUTE_MS]);
  });

  it('keeps the last answer and its age while questions fail', async () => {
    questions.prepared.push(answerOf('a'), failed(refused), failed({ kind: 'timedOut', afterMs: 1 }));
    feed.setVisible(true);
    await clock.tickAsync(MINUTE_MS + 2_000);
    const state = loaded();
    assert.deepEqual(
      state.connections.map(({ entityId }) => entityId),
      ['a'],
    );
    assert.equal(state.answeredAt, START_MS);
    assert.deepEqual(state.failure, { kind: 'timedOut', afterMs: 1 });
  });

  it('asks ever more rarely while questions fail, at least once a minute, and recovers by itself', async () => {
    intervalMs = 10 * MINUTE_MS;
    questions.prepared.push(...Array.from({ length: 8 }, () => failed(refused)), answerOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(242_000);
    assert.deepEqual(feed.state, {
      kind: 'loaded',
      connections: [connection('a')],
      droppedRows: 0,
      omittedRows: 0,
      askedAt: Date.now(),
      answeredAt: Date.now(),
    });
    assert.deepEqual(
      questions.times,
      [0, 2, 6, 14, 30, 62, 122, 182, 242].map((seconds) => seconds * 1000),
    );
  });

  it('says that it failed where it never had an answer', async () => {
    questions.prepared.push(failed(refused));
    feed.setVisible(true);
    await clock.tickAsync(0);
    assert.deepEqual(feed.state, { kind: 'failed', failure: refused });
  });

  it('keeps its times when somebody sets the clock', async () => {
    questions.prepared.push(answerOf('a'), answerOf('a'), answerOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(1000);
    for (const byMs of [-86_400_000, 2 * 86_400_000]) {
      const asked = questions.asked.length;
      clock.setSystemTime(Date.now() + byMs);
      feed.reschedule();
      await clock.tickAsync(MINUTE_MS - 2000);
      assert.equal(questions.asked.length, asked);
      await clock.tickAsync(2000);
      assert.equal(questions.asked.length, asked + 1);
    }
  });

  it('waits as long as the service asks it to', async () => {
    questions.prepared.push(failed({ kind: 'rateLimited', retryAfterMs: 90_000 }), answerOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(3 * MINUTE_MS);
    assert.deepEqual(questions.times.slice(0, 2), [0, 90_000]);
  });

  it('waits no longer than an hour, whatever the service asks', async () => {
    questions.prepared.push(failed({ kind: 'rateLimited', retryAfterMs: 24 * 60 * MINUTE_MS }), answerOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(61 * MINUTE_MS);
    assert.deepEqual(questions.times.slice(0, 2), [0, 60 * MINUTE_MS]);
  });

  it('asks by hand at once while a rate limit lasts, and while the account rests', async () => {
    const limited = failed({ kind: 'rateLimited', retryAfterMs: 24 * 60 * MINUTE_MS });
    let pauseLeftMs = 0;
    feed.dispose();
    feed = new ConnectionFeed({ list: questions.list, intervalMs: () => intervalMs, pauseLeftMs: () => pauseLeftMs });
    questions.prepared.push(limited, limited, answerOf('a'), answerOf('b'));
    await feed.refresh();
    assert.deepEqual(await feed.refresh({ isByHand: true }), limited);
    assert.deepEqual(await feed.refresh({ isByHand: true }), answerOf('a'));
    pauseLeftMs = 90_000;
    assert.deepEqual(await feed.refresh(), failed({ kind: 'rateLimited', retryAfterMs: 90_000 }));
    assert.deepEqual(await feed.refresh({ isByHand: true }), answerOf('b'));
    assert.equal(questions.asked.length, 4);
  });

  it('asks by hand after a question under way that ends in a rate limit', async () => {
    const first = feed.refresh();
    const unasked = feed.refresh();
    const byHand = feed.refresh({ isByHand: true });
    questions.answer(failed({ kind: 'rateLimited', retryAfterMs: 90_000 }));
    await first;
    await clock.tickAsync(0);
    questions.answer(answerOf('a'));
    assert.deepEqual([await unasked, await byHand], [answerOf('a'), answerOf('a')]);
  });

  it('sends nothing without being asked by hand while a rate limit lasts, and says how much longer', async () => {
    questions.prepared.push(failed({ kind: 'rateLimited', retryAfterMs: 90_000 }), answerOf('a'));
    await feed.refresh();
    await clock.tickAsync(30_000);
    assert.deepEqual(await feed.refresh(), failed({ kind: 'rateLimited', retryAfterMs: 60_000 }));
    assert.deepEqual(questions.times, [0]);
    await clock.tickAsync(60_000);
    assert.deepEqual(await feed.refresh(), answerOf('a'));
  });

  it('asks by hand at once where the service was merely unavailable', async () => {
    const unavailable: Failure = { kind: 'unavailable', status: 503, retryAfterMs: 90_000, problem: undefined };
    questions.prepared.push(failed(unavailable), answerOf('a'));
    assert.deepEqual(await feed.refresh(), failed(unavailable));
    assert.deepEqual(await feed.refresh(), answerOf('a'));
  });

  it('asks by hand while hidden, and says what failed', async () => {
    questions.prepared.push(failed(refused));
    assert.deepEqual(await feed.refresh(), failed(refused));
  });

  it('answers refreshes that come during a question with one more question, shared by all', async () => {
    const first = feed.refresh();
    const second = feed.refresh();
    const third = feed.refresh();
    assert.equal(second, third);
    questions.answer(answerOf('old'));
    await clock.tickAsync(0);
    questions.answer(answerOf('new'));
    assert.deepEqual(await first, answerOf('old'));
    assert.deepEqual(await second, answerOf('new'));
    assert.equal(questions.asked.length, 2);
  });

  it('lets waiting refreshes share the question that a listener asked in the meantime', async () => {
    const subscription = feed.onDidChange(() => {
      subscription.dispose();
      void feed.refresh();
    });
    const first = feed.refresh();
    const second = feed.refresh();
    questions.answer(answerOf('a'));
    await first;
    await clock.tickAsync(0);
    questions.answer(answerOf('b'));
    assert.deepEqual(await second, answerOf('b'));
    assert.equal(questions.asked.length, 2);
  });

  it('asks only for the first answer by itself when the interval is off', async () => {
    intervalMs = 0;
    questions.prepared.push(failed(refused));
    feed.setVisible(true);
    await clock.tickAsync(60 * MINUTE_MS);
    assert.deepEqual(questions.times, [0]);
  });

  it('takes a new interval at once, and none below five seconds', async () => {
    questions.prepared.push(answerOf('a'), answerOf('a'), answerOf('a'));
    feed.setVisible(true);
    await clock.tickAsync(1_000);
    intervalMs = 1;
    feed.reschedule();
    await clock.tickAsync(9_000);
    assert.deepEqual(questions.times, [0, 5_000, 10_000]);
  });

  it('does not ask again by itself while nobody is signed in', async () => {
    questions.prepared.push(failed({ kind: 'signedOut' }));
    feed.setVisible(true);
    await clock.tickAsync(60 * MINUTE_MS);
    assert.deepEqual(questions.times, [0]);
  });

  it('forgets everything for another account, the question in flight included', async () => {
    feed.setVisible(true);
    const waiting = feed.refresh();
    feed.reset();
    assert.deepEqual(feed.state, { kind: 'loading' });
    assert.equal(questions.asked[0]?.signal.aborted, true);
    assert.deepEqual(await waiting, { kind: 'cancelled' });
    assert.deepEqual(questions.times, [0, 0], 'the new account is asked about at once');
    assert.equal(questions.asked[1]?.signal.aborted, false);
  });

  it('drops an answer that arrives in spite of being called off', async () => {
    let answer: (answer: ConnectionsAnswer) => void = () => undefined;
    const deaf = new ConnectionFeed({
      list: () => new Promise((resolve) => (answer = resolve)),
      intervalMs: () => MINUTE_MS,
    });
    const refreshed = deaf.refresh();
    deaf.dispose();
    answer(answerOf('a'));
    assert.deepEqual(await refreshed, { kind: 'cancelled' });
    assert.deepEqual(deaf.state, { kind: 'loading' });
    assert.deepEqual(await deaf.refresh(), { kind: 'cancelled' });
  });

  it('does not swallow a defect in the function it was handed, and is not stopped by one', async () => {
    let isBroken = true;
    const list = (): Promise<ConnectionsAnswer> =>
      isBroken ? Promise.reject(new TypeError('a defect')) : Promise.resolve(answerOf('a'));
    const broken = new ConnectionFeed({ list, intervalMs: () => MINUTE_MS });
    await assert.rejects(broken.refresh(), TypeError);
    isBroken = false;
    assert.deepEqual(await broken.refresh(), answerOf('a'));
    broken.dispose();
  });

  it('asks anew after a question that broke while the next one waited for it', async () => {
    let asked = 0;
    const list = async (): Promise<ConnectionsAnswer> => {
      asked += 1;
      if (asked === 1) {
        await Promise.resolve();
        throw new TypeError('a defect');
      }
      return answerOf(`answer ${asked}`);
    };
    const broken = new ConnectionFeed({ list, intervalMs: () => MINUTE_MS });
    const [first, second] = await Promise.allSettled([broken.refresh(), broken.refresh()]);
    assert.equal(first.status, 'rejected');
    assert.deepEqual(second, { status: 'fulfilled', value: answerOf('answer 2') });
    const [, fourth] = await Promise.all([broken.refresh(), broken.refresh()]);
    assert.deepEqual(fourth, answerOf('answer 4'));
    broken.dispose();
  });

  it('tells every change, with the state already in place', async () => {
    questions.prepared.push(failed(refused), answerOf('a'));
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
