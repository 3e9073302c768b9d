import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { asMonotonic, monotonicNow, plusMs } from '../../../../src/base/monotonicClock.ts';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import type { Job } from '../../../../src/model/job.ts';
import { eventually } from '../../../eventually.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob, sampleLease } from '../sampleJobs.ts';
import { LedgerFolder } from './ledgerFolder.ts';

const AFTER_BACKOFF_MS = 30_000;

describe('What a window knows while it can’t open the ledger', () => {
  let folder: LedgerFolder;
  let clock: ReturnType<typeof FakeTimers.install>;
  let isBlocked: boolean;
  let ours: Ledger;
  let theirs: Ledger;

  beforeEach(() => {
    folder = new LedgerFolder();
    clock = FakeTimers.install({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
    isBlocked = true;
    theirs = folder.open();
    ours = openBlocked();
  });

  afterEach(() => {
    folder.close();
    clock.uninstall();
    folder.remove();
  });

  function openBlocked(): Ledger {
    return folder.own(
      new Ledger({
        open: () => {
          if (isBlocked) {
            // For another reason than a lock, for which it would wait.
            throw Object.assign(new Error('no access'), { syscall: 'open' });
          }
          return openLedgerFile(folder.file, folder.log);
        },
        log: folder.log,
      }),
    );
  }

  function unblock(): void {
    isBlocked = false;
    clock.tick(AFTER_BACKOFF_MS);
  }

  /** The job as all windows know it when this one can open the ledger. */
  function merged(ofTheirs: Partial<Job>, ofOurs: Partial<Job>): Job {
    // Not so long ago that it is dropped.
    const knownSince = Date.now();
    theirs.jobs.addAll([sampleJob({ knownSince, ...ofTheirs })]);
    ours.jobs.addAll([sampleJob({ knownSince, ...ofOurs })]);
    unblock();
    const [job, ...more] = [ours, theirs, folder.open()].map(({ jobs }) => jobs.jobs(ACCOUNT_ID).all[0]);
    assert.ok(job);
    more.forEach((other) => assert.deepEqual({ ...job, ...other }, job));
    return job;
  }

  const running = (receivedAt: number): Partial<Job> => ({
    status: runningStatus({ message: `at ${receivedAt}` }),
    receivedAt,
  });
  const ended = (receivedAt: number): Partial<Job> => ({
    status: completedStatus({ message: `at ${receivedAt}` }),
    receivedAt,
  });

  const cases: readonly (readonly [what: string, theirs: Partial<Job>, ours: Partial<Job>, expected: Partial<Job>])[] =
    [
      ['the first announcement', { announcedAt: 4 }, { announcedAt: 9 }, { announcedAt: 4 }],
      ['an announcement of this window', {}, { announcedAt: 9 }, { announcedAt: 9 }],
      ['no announcement', {}, {}, { announcedAt: undefined }],
      ['that another window has seen it', { isSeen: true }, {}, { isSeen: true }],
      ['that this window has seen it', {}, { isSeen: true }, { isSeen: true }],
      ['that none has seen it', {}, {}, { isSeen: false }],
      ['that another window has tried it again', { isRetried: true }, {}, { isRetried: true }],
      ['that this window has tried it again', {}, { isRetried: true }, { isRetried: true }],
      ['that none has tried it again', {}, {}, { isRetried: undefined }],
      [
        'how this window has started it',
        { startMessage: 'a', origin: 'adopted' },
        { startMessage: 'b', startedIn: 'window' },
        { startMessage: 'b', startedIn: 'window', origin: 'started' },
      ],
      [
        'how another window has started it',
        { startMessage: 'a', startedIn: 'window' },
        { startMessage: 'b', origin: 'adopted' },
        { startMessage: 'a', startedIn: 'window', origin: 'started' },
      ],
      ['the later status, of this window', running(3), running(9), running(9)],
      ['the later status, of another window', running(9), running(3), running(9)],
      ['the status of another window if this one has none', running(9), {}, running(9)],
      ['the status of this window if another has none', {}, running(9), running(9)],
      ['the end that another window knows', ended(3), running(9), ended(3)],
      ['the end that this window knows', running(9), ended(3), ended(3)],
    ];
  for (const [what, ofTheirs, ofOurs, expected] of cases) {
    it(`is merged with what another window has written: ${what}`, () => {
      const job = merged(ofTheirs, ofOurs);
      for (const [name, value] of Object.entries(expected)) {
        assert.deepEqual(job[name as keyof Job], value, name);
      }
    });
  }

  it('does not bring back a job that another window has dismissed, unless the user has started it', () => {
    for (const syncId of ['adopted', 'started']) {
      theirs.jobs.addAll([sampleJob({ syncId })]);
      theirs.jobs.dismiss(ACCOUNT_ID, syncId);
    }
    ours.jobs.addAll([sampleJob({ syncId: 'adopted', origin: 'adopted' })]);
    ours.jobs.addAll([sampleJob({ syncId: 'started' })]);
    unblock();
    for (const { jobs } of [theirs, ours]) {
      assert.deepEqual(
        jobs.jobs(ACCOUNT_ID).all.map(({ syncId }) => syncId),
        ['started'],
      );
    }
  });

  it('is written if its account was removed before the window opened, not if it was removed since', async () => {
    const before = Date.now();
    theirs.removeAccount('before');
    await eventually(() => Date.now() > before + 1, 'the clock goes on');
    const late = openBlocked();
    for (const accountId of ['before', 'since']) {
      late.jobs.addAll([sampleJob({ accountId })]);
    }
    theirs.removeAccount('since');
    unblock();
    for (const { jobs } of [theirs, late]) {
      assert.deepEqual([jobs.jobs('before').all.length, jobs.jobs('since').all.length], [1, 0]);
    }
  });

  it('is written as it was last, with each state once', () => {
    ours.jobs.addAll([sampleJob()]);
    ours.jobs.remove(ACCOUNT_ID, 'sync-1');
    ours.jobs.addAll([sampleJob({ startMessage: 'again' })]);
    ours.jobs.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({ ...job, ...running(5) }));
    unblock();
    for (const { jobs } of [theirs, ours]) {
      assert.equal(jobs.find(ACCOUNT_ID, 'sync-1')?.startMessage, 'again');
      assert.deepEqual(
        jobs.history(ACCOUNT_ID, 'sync-1').map(({ status }) => status),
        ['', 'running'],
      );
    }
  });

  it('holds the longer pause of the two that the service has asked for', () => {
    const pause = (until: number) => ({ since: asMonotonic(1), sinceEpoch: 1, until: asMonotonic(until), inARow: 1 });
    const set = ({ jobs }: Ledger, accountId: string, until: number): unknown =>
      jobs.updateHealth(accountId, (health) => ({ ...health, pause: pause(until) }));
    set(theirs, 'a', 50);
    set(theirs, 'b', 100);
    set(ours, 'a', 100);
    set(ours, 'b', 50);
    unblock();
    for (const { jobs } of [theirs, ours]) {
      assert.deepEqual([jobs.health('a').pause, jobs.health('b').pause], [pause(100), pause(100)]);
    }
  });

  it('does not take a pause from before a restart of the machine for the longer one', () => {
    const now = monotonicNow();
    const pause = { since: now, sinceEpoch: Date.now(), until: plusMs(now, 60_000), inARow: 1 };
    const outdated = { since: plusMs(now, 1e9), sinceEpoch: 1, until: plusMs(now, 1e9 + 1), inARow: 1 };
    theirs.jobs.updateHealth('a', () => ({ pause: outdated }));
    ours.jobs.updateHealth('a', () => ({ pause }));
    unblock();
    for (const { jobs } of [theirs, ours]) {
      assert.deepEqual(jobs.health('a').pause, pause);
    }
  });

  it('has the leases of each account, and its health, from the other windows afterwards', () => {
    for (const [accountId, holder] of [
      ['a', 'one'],
      ['b', 'two'],
    ] as const) {
      theirs.jobs.updateLease(accountId, () => sampleLease({ holder }));
      theirs.jobs.updateHealth(accountId, () => ({ slowdown: { until: asMonotonic(7), intervalMs: 8 } }));
    }
    assert.equal(ours.jobs.lease('a'), undefined);
    unblock();
    for (const [accountId, holder] of [
      ['a', 'one'],
      ['b', 'two'],
    ] as const) {
      assert.equal(ours.jobs.lease(accountId)?.holder, holder);
      assert.deepEqual(ours.jobs.health(accountId), { slowdown: { until: 7, intervalMs: 8 } });
    }
  });
});
