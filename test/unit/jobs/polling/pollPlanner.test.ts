import assert from 'node:assert/strict';
import { asMonotonic, plusMs } from '../../../../src/base/monotonicClock.ts';
import { withNextPoll, withEarlyPoll } from '../../../../src/jobs/polling/pollState.ts';
import { syncsWorthListing, planPolls } from '../../../../src/jobs/polling/pollPlanner.ts';
import type { Job } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

const NOW = asMonotonic(50_000_000);
const TURN_MS = 2500;

type PlanInput = Parameters<typeof planPolls>[0];

const LISTED = {
  isInFlight: false,
  settledAt: NOW,
  failuresInARow: 0,
  isDueEarly: false,
  byteLength: 0,
  tookMs: 0,
};

function sync(index: number, changes: Partial<Job> = {}): Job {
  const own = { syncId: `sync-${index}`, knownSince: 0, origin: 'adopted', status: runningStatus() } as const;
  return withNextPoll(sampleJob({ ...own, ...changes }), { monotonic: NOW, epoch: 600_000 });
}

/** As if it had been asked about so long ago. */
function askedAgo(ms: number, job: Job): Job {
  return job.pollState ? { ...job, pollState: { ...job.pollState, attempts: 1, sentAt: plusMs(NOW, -ms) } } : job;
}

function many(): Job[] {
  return Array.from({ length: 100 }, (_, index) => askedAgo(60_000 + index, sync(index)));
}

function thousand(): Job[] {
  return Array.from({ length: 1000 }, (_, index) => askedAgo(60_000 + index, sync(index)));
}

function plan(jobs: readonly Job[], changes: Partial<PlanInput> = {}) {
  const input: PlanInput = {
    accountId: ACCOUNT_ID,
    jobs,
    isFocused: true,
    onScreen: new Set(),
    inFlight: new Set(),
    list: LISTED,
    lastRoundRobinAt: NOW,
  };
  return planPolls({ ...input, ...changes }, NOW);
}

describe('The poll planner', () => {
  it('polls each job while they are few, and lists all connections once they are many', () => {
    const few = plan([sync(1), sync(2)]);
    assert.equal(few.polls.length, 2);
    assert.equal(few.listAt, undefined);
    const all = plan(many());
    assert.equal(syncsWorthListing(many(), new Set(), NOW).size, 100);
    assert.ok(all.listAt !== undefined && all.listAt - NOW >= 5000 && all.listAt - NOW <= 11_500);
    assert.equal(plan(many(), { list: undefined }).polls.length, 100);
  });

  it('polls uploads and what is on screen alone, however many syncs there are', () => {
    const upload = sync(200, { kind: 'upload' });
    const { polls } = plan([...many(), upload], { onScreen: new Set(['sync-3']) });
    assert.equal(syncsWorthListing([...many(), upload], new Set(['sync-3']), NOW).size, 99);
    assert.deepEqual(new Set(polls.slice(0, 1).map(({ syncId }) => syncId)), new Set(['sync-3']));
    assert.ok(polls.some(({ syncId }) => syncId === upload.syncId));
  });

  it('lists more rarely the longer the list is, and the longer it takes', () => {
    const delayMs = (cost: Partial<typeof LISTED>): number =>
      (plan(thousand(), { list: { ...LISTED, ...cost } }).listAt ?? NaN) - NOW;
    for (const kilobytes of [0, 75, 250]) {
      assert.ok(delayMs({ byteLength: kilobytes * 1000 }) <= 11_500, `${kilobytes} kB`);
    }
    for (const megabytes of [0.75, 2.5, 20]) {
      // 2 MB a minute, and 15 % for the jitter.
      assert.ok((megabytes / delayMs({ byteLength: megabytes * 1e6 })) * 60_000 < 2.3, `${megabytes} MB`);
    }
    assert.ok(delayMs({ tookMs: 30_000 }) >= 60_000 * 0.85);
  });

  it('polls each sync in turn where the list is so long that this finds an end as soon', () => {
    const list = { ...LISTED, byteLength: 2_500_000 };
    const alone = plan(many(), { list });
    assert.equal(alone.listAt, undefined);
    assert.equal(alone.polls.length, 100);
    assert.notEqual(plan(thousand(), { list }).listAt, undefined);
    assert.notEqual(plan(many(), { list: { ...LISTED, byteLength: 250_000 } }).listAt, undefined);
  });

  it('gives each of the many its turn, the one that was polled longest ago first', () => {
    const { polls } = plan(many());
    assert.deepEqual(polls, [{ syncId: 'sync-99', at: NOW + TURN_MS }]);
    const others = plan(many(), { inFlight: new Set(['sync-99']) });
    assert.deepEqual(others.polls, [{ syncId: 'sync-98', at: NOW + TURN_MS }]);
  });

  it("gives the first turn to the user's own that was never polled", () => {
    const own = sync(200, { origin: 'started' });
    assert.equal(plan([...many(), sync(199), own, sync(201)]).polls[0]?.syncId, own.syncId);
  });

  it('takes turns more slowly without the focus, and while the list gets no answer', () => {
    const at = (changes: Partial<PlanInput>): number => (plan(many(), changes).polls[0]?.at ?? NaN) - NOW;
    assert.equal(at({ isFocused: false }), 4 * TURN_MS);
    assert.equal(at({ list: { ...LISTED, failuresInARow: 1 } }), 4 * TURN_MS);
    assert.equal(at({ lastRoundRobinAt: undefined }), 0);
  });

  it('lists all connections at once if that was not done before, and never twice at a time', () => {
    assert.equal(plan(many(), { list: { ...LISTED, settledAt: undefined } }).listAt, NOW);
    assert.equal(plan(many(), { list: { ...LISTED, isInFlight: true } }).listAt, undefined);
  });

  it('grants a request once, and never within a second of the last answer', () => {
    const job = askedAgo(500, sync(1));
    assert.deepEqual(plan([withEarlyPoll(job, NOW)]).polls, [{ syncId: 'sync-1', at: NOW + 1000 }]);
    assert.equal(plan(many(), { list: { ...LISTED, isDueEarly: true } }).listAt, NOW + 1000);
    assert.ok((plan(many()).listAt ?? 0) > NOW + 1000);
    const long = plan(thousand(), { list: { ...LISTED, isDueEarly: true, byteLength: 2_500_000 } });
    assert.equal(
      Math.round((long.listAt ?? NaN) - NOW),
      19_531,
      'a long list is not requested at each change of the focus',
    );
  });
  describe('where final statuses are not known yet', () => {
    const FINAL_TURN_MS = 250;
    const FINAL_TURN_IF_MANY_MS = 1500;

    /** A sync that has ended according to the list, due since that many milliseconds. */
    function ended(index: number, dueMs: number, changes: Partial<Job> = {}): Job {
      const job = sync(index, { status: completedStatus(), listedEnd: 'pending', ...changes });
      return { ...job, nextPollAt: plusMs(NOW, -dueMs) };
    }

    it('polls those of others in turn, the one that was due first, before any steps', () => {
      const finals = [ended(201, 10), ended(202, 30), ended(203, 20)];
      assert.deepEqual(plan(finals).polls, [{ syncId: 'sync-202', at: NOW + FINAL_TURN_MS }]);
      assert.equal(plan(finals).roundRobinJob, 'sync-202');
      assert.deepEqual(plan([...many(), ...finals]).polls, [{ syncId: 'sync-202', at: NOW + FINAL_TURN_MS }]);
      assert.equal(plan(finals, { inFlight: new Set(['sync-202']) }).roundRobinJob, 'sync-203');
      assert.equal(plan(finals, { lastRoundRobinAt: undefined }).polls[0]?.at, NOW);
    });

    it('polls them less often as long as there are more than twenty', () => {
      const finals = Array.from({ length: 21 }, (_, index) => ended(201 + index, 10));
      assert.equal(plan(finals).polls[0]?.at, NOW + FINAL_TURN_IF_MANY_MS);
      assert.equal(plan(finals.slice(1)).polls[0]?.at, NOW + FINAL_TURN_MS);
      assert.equal(plan(finals, { inFlight: new Set(['sync-201']) }).polls[0]?.at, NOW + FINAL_TURN_MS);
    });

    it('polls the steps of a running job first if a final status is due only after that', () => {
      const late = ended(201, -TURN_MS - 1);
      assert.equal(plan([...many(), late]).roundRobinJob, 'sync-99');
      assert.equal(plan([late]).roundRobinJob, 'sync-201');
      assert.equal(plan([...many(), ended(201, -TURN_MS)]).roundRobinJob, 'sync-201');
    });

    it('polls the user’s own and what is on screen without a turn', () => {
      const own = ended(201, 10, { origin: 'started' });
      const seen = ended(202, 5);
      const { polls, roundRobinJob: turnOf } = plan([own, seen], { onScreen: new Set(['sync-202']) });
      assert.equal(turnOf, undefined);
      assert.deepEqual(polls, [
        { syncId: 'sync-202', at: NOW - 5 },
        { syncId: 'sync-201', at: NOW - 10 },
      ]);
    });

    it('polls first what is requested, then what is on screen, then what runs, then what has ended', () => {
      const due = (job: Job, ms: number): Job => ({ ...job, nextPollAt: plusMs(NOW, -ms) });
      const jobs = [
        ended(204, 40, { origin: 'started' }),
        due(sync(203), 30),
        due(sync(202), 20),
        withEarlyPoll(due(sync(201), 10), NOW),
      ];
      assert.deepEqual(
        plan(jobs, { onScreen: new Set(['sync-202']) }).polls.map(({ syncId }) => syncId),
        ['sync-201', 'sync-202', 'sync-203', 'sync-204'],
      );
    });
  });
});
