import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { asMonotonic, monotonicNow } from '../../../../src/base/monotonicClock.ts';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import type { LedgerJobStore } from '../../../../src/jobs/store/ledgerJobStore.ts';
import type { JobStoreChange } from '../../../../src/jobs/store/jobStore.ts';
import type { KeptTotals } from '../../../../src/model/columnTotals.ts';
import type { Job } from '../../../../src/model/job.ts';
import { eventually } from '../../../eventually.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob, sampleLease, sampleStep } from '../sampleJobs.ts';
import { LedgerFolder } from './ledgerFolder.ts';
import { sampleDraft, sampleUpload } from './sampleUploads.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Sums that a number could not hold. */
const TOTALS: readonly KeptTotals[] = [
  { name: "O'Brien 😀", blanks: 0, sum: '9007199254740993.10' },
  { name: '__proto__', blanks: 7, sum: '-0.00' },
];

describe('The job ledger', () => {
  let folder: LedgerFolder;

  beforeEach(() => {
    folder = new LedgerFolder();
  });

  afterEach(() => {
    folder.remove();
  });

  const open = (): LedgerJobStore => folder.open().jobs;

  function ended(syncId: string, changes: Partial<Job> = {}): Job {
    return sampleJob({ syncId, knownSince: Date.now(), status: completedStatus({ syncId }), ...changes });
  }

  function ids(store: LedgerJobStore): string[] {
    return store.jobs(ACCOUNT_ID).all.map(({ syncId }) => syncId);
  }

  it('creates no file before it is used', () => {
    open();
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it('returns every job as it was stored, in another window too', () => {
    const jobs = [
      sampleJob(),
      sampleJob({
        syncId: '__proto__',
        kind: 'upload',
        origin: 'adopted',
        source: { name: "O'Brien 😀.csv", rows: undefined, byteLength: 3, totals: TOTALS, uri: 'file:///a' },
        status: runningStatus({ steps: [sampleStep({ count: 0 }), sampleStep({ completedAt: 7 })] }),
        receivedAt: 5,
        nextPollAt: asMonotonic(1234.5678),
        failure: { kind: 'rateLimited', retryAfterMs: undefined },
        requestId: '00-1-00',
        startedIn: 'window',
        pollState: {
          attempts: 1,
          failuresInARow: 0,
          notFoundCount: 0,
          notFoundSince: undefined,
          sentAt: asMonotonic(4),
          settledAt: asMonotonic(5),
          runningSince: asMonotonic(-3),
        },
      }),
    ];
    const [first, second] = [open(), open()];
    jobs.forEach((job) => first.addAll([job]));
    assert.deepEqual(first.jobs(ACCOUNT_ID).all, jobs);
    const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    assert.deepEqual(plain(second.jobs(ACCOUNT_ID).all), plain(jobs));
    const read = second.find(ACCOUNT_ID, '__proto__');
    assert.deepEqual([read?.status, read?.source?.totals], [jobs[1]?.status, TOTALS]);
  });

  it('shows in each window what another window has added, changed and removed', () => {
    const [first, second] = [open(), open()];
    const changes: JobStoreChange[] = [];
    first.addAll([ended('sync-1')]);
    first.addAll([ended('sync-2')]);
    assert.deepEqual(ids(second), ['sync-1', 'sync-2']);
    second.onDidChange((change) => changes.push(change));
    first.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({ ...job, isSeen: true }));
    assert.equal(second.find(ACCOUNT_ID, 'sync-1')?.isSeen, true);
    first.remove(ACCOUNT_ID, 'sync-2');
    assert.deepEqual(ids(second), ['sync-1']);
    assert.deepEqual(
      changes.map(({ syncId }) => syncId),
      ['sync-1', 'sync-2'],
    );
    changes.length = 0;
    second.catchUp();
    second.jobs(ACCOUNT_ID);
    assert.deepEqual(changes, []);
  });

  it('notifies a window when another one has written', async () => {
    const [first, second] = [open(), open()];
    assert.deepEqual(ids(second), []);
    const heard = new Promise<JobStoreChange>((resolve) => second.onDidChange(resolve));
    first.addAll([ended('sync-1')]);
    const { accountId, syncId, before, after } = await heard;
    assert.deepEqual({ accountId, syncId, before }, { accountId: ACCOUNT_ID, syncId: 'sync-1', before: undefined });
    assert.deepEqual(after, first.find(ACCOUNT_ID, 'sync-1'));
  });

  it('applies a change to what another window has just written', () => {
    const [first, second] = [open(), open()];
    first.addAll([sampleJob()]);
    second.jobs(ACCOUNT_ID);
    first.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({ ...job, entityName: 'Changed' }));
    second.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({ ...job, isSeen: true }));
    assert.deepEqual(
      [first, second].map((store) => store.find(ACCOUNT_ID, 'sync-1')).map((job) => [job?.entityName, job?.isSeen]),
      [
        ['Changed', true],
        ['Changed', true],
      ],
    );
  });

  it('adds a job only if no window has added it', () => {
    const [first, second] = [open(), open()];
    second.jobs(ACCOUNT_ID);
    assert.equal(first.addAll([sampleJob()]), 1);
    assert.equal(second.addAll([sampleJob({ origin: 'adopted' })]), 0);
    assert.equal(second.find(ACCOUNT_ID, 'sync-1')?.origin, 'started');
  });

  it('restores removed and dismissed jobs with the states they were seen in, in every window', () => {
    const [first, second] = [open(), open()];
    const [removed, dismissed] = [ended('sync-1'), sampleJob({ syncId: 'sync-2', origin: 'adopted' })];
    first.addAll([sampleJob({ knownSince: removed.knownSince }), dismissed]);
    first.updateAll(ACCOUNT_ID, ['sync-1'], () => removed);
    const before = ['sync-1', 'sync-2'].map((syncId) => ({
      job: first.find(ACCOUNT_ID, syncId) ?? removed,
      history: first.history(ACCOUNT_ID, syncId),
    }));
    assert.equal(before[0]?.history.length, 2);
    first.remove(ACCOUNT_ID, 'sync-1');
    first.dismiss(ACCOUNT_ID, 'sync-2');
    assert.deepEqual(ids(second), []);
    first.restore(ACCOUNT_ID, before);
    const restored = { ...removed, isSeen: true };
    second.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({ ...job, isSeen: true }));
    first.restore(ACCOUNT_ID, before);
    for (const store of [first, second, open()]) {
      assert.deepEqual(ids(store), ['sync-1', 'sync-2']);
      assert.deepEqual(store.find(ACCOUNT_ID, 'sync-1'), restored, 'a job that is known by then is not replaced');
      assert.deepEqual(store.history(ACCOUNT_ID, 'sync-1'), before[0].history);
    }
    first.remove(ACCOUNT_ID, 'sync-2');
    assert.equal(second.addAll([dismissed]), 1, 'it may be adopted again');
  });

  it('does not adopt a dismissed job again, in any window, until the user starts it', () => {
    const first = open();
    const ledger = folder.open();
    const second = ledger.jobs;
    const adopted = sampleJob({ origin: 'adopted' });
    assert.equal(first.addAll([adopted]), 1);
    assert.deepEqual(ids(second), ['sync-1']);
    second.dismiss(ACCOUNT_ID, 'sync-1');
    second.dismiss(ACCOUNT_ID, 'sync-1');
    assert.deepEqual([ids(first), ids(second)], [[], []]);
    assert.deepEqual(
      [first, second, open()].map((store) => store.addAll([adopted])),
      [0, 0, 0],
    );
    assert.equal(first.addAll([{ ...adopted, accountId: 'other' }]), 1);
    assert.equal(first.addStarted([sampleJob()]).length, 1);
    ledger.removeAccount(ACCOUNT_ID);
    assert.equal(first.addAll([adopted]), 1, 'with the account all of it is forgotten');
  });

  it('gives the lease of an account to one window only, and reports when it passes to another', () => {
    const [first, second] = [open(), open()];
    const changes: string[] = [];
    second.jobs(ACCOUNT_ID);
    second.onDidChangeLease((accountId) => changes.push(accountId));
    const take = (store: LedgerJobStore, holder: string, until: number): string | undefined =>
      store.updateLease(ACCOUNT_ID, (lease) => lease ?? sampleLease({ holder, until: asMonotonic(until) }))?.holder;
    assert.deepEqual([take(first, 'first', 5000.25), take(second, 'second', 6000)], ['first', 'first']);
    assert.deepEqual(second.lease(ACCOUNT_ID), sampleLease({ holder: 'first', until: asMonotonic(5000.25) }));
    assert.equal(second.lease('other'), undefined);
    assert.deepEqual(changes, [ACCOUNT_ID]);
    first.updateLease(ACCOUNT_ID, (lease) => lease && { ...lease, until: asMonotonic(7000) });
    second.catchUp();
    assert.deepEqual(changes, [ACCOUNT_ID], 'a renewal');
    first.updateLease(ACCOUNT_ID, (lease) => lease && { ...lease, requestedBy: 'second' });
    second.catchUp();
    assert.equal(changes.length, 2);
    first.updateLease(ACCOUNT_ID, (lease) => lease && { ...lease, isFocused: !lease.isFocused });
    second.catchUp();
    assert.equal(changes.length, 3, 'another window may request it now, or not any more');
  });

  it('keeps each state in which a job was seen, once', () => {
    const store = open();
    store.addAll([sampleJob({ knownSince: 3, requestId: 'start' })]);
    const see = (word: string, step: string, at: number) =>
      store.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({
        ...job,
        status: runningStatus({ status: word, steps: [sampleStep({ name: step })] }),
        receivedAt: at,
        requestId: `request-${at}`,
      }));
    see('running', 'Extract', 10);
    see('running', 'Extract', 20);
    see('running', 'Load', 30);
    const expected = [
      { at: 3, status: '', step: undefined, requestId: 'start' },
      { at: 10, status: 'running', step: 'Extract', requestId: 'request-10' },
      { at: 30, status: 'running', step: 'Load', requestId: 'request-30' },
    ];
    assert.deepEqual(store.history(ACCOUNT_ID, 'sync-1'), expected);
    assert.deepEqual(open().history(ACCOUNT_ID, 'sync-1'), expected);
  });

  it("keeps one record of an account's health for all windows", () => {
    const [first, second] = [open(), open()];
    first.updateHealth(ACCOUNT_ID, (health) => ({ ...health, outageSince: 77 }));
    assert.equal(second.health(ACCOUNT_ID).outageSince, 77);
    assert.equal(second.updateHealth(ACCOUNT_ID, (health) => health).outageSince, 77);
    const slowdown = { until: asMonotonic(60_000.5), intervalMs: 3000 };
    first.updateHealth(ACCOUNT_ID, (health) => ({ ...health, slowdown }));
    assert.deepEqual(second.health(ACCOUNT_ID), { outageSince: 77, slowdown });
    second.updateHealth(ACCOUNT_ID, (health) => ({ ...health, slowdown: undefined }));
    assert.deepEqual(first.health(ACCOUNT_ID), { outageSince: 77 });
    assert.equal(second.health('other').outageSince, undefined);
  });

  it('replaces an unreadable record of the health', () => {
    const store = open();
    store.updateHealth(ACCOUNT_ID, (health) => ({ ...health, outageSince: 77 }));
    const other = new DatabaseSync(folder.file);
    other.exec("UPDATE health SET record = '{'");
    other.close();
    assert.deepEqual(store.health(ACCOUNT_ID), {});
    store.updateHealth(ACCOUNT_ID, (health) => ({ ...health, outageSince: 78 }));
    assert.equal(open().health(ACCOUNT_ID).outageSince, 78);
    assert.deepEqual(folder.said, []);
  });

  it('removes everything of an account at once, in every window', () => {
    const ledger = folder.open();
    const first = ledger.jobs;
    const second = open();
    first.addAll([ended('sync-1')]);
    first.addAll([sampleJob({ accountId: 'other' })]);
    first.updateHealth(ACCOUNT_ID, (health) => ({ ...health, outageSince: 77 }));
    const now = monotonicNow();
    first.updateLease(ACCOUNT_ID, () => ({ holder: 'window', until: now, isFocused: true, bookedUntil: now }));
    assert.deepEqual(ids(second), ['sync-1']);
    assert.equal(second.lease(ACCOUNT_ID)?.holder, 'window');
    second.jobs('other');
    ledger.removeAccount(ACCOUNT_ID);
    assert.deepEqual([ids(first), ids(second)], [[], []]);
    assert.equal(second.jobs('other').all.length, 1);
    assert.deepEqual(second.history(ACCOUNT_ID, 'sync-1'), []);
    assert.equal(second.health(ACCOUNT_ID).outageSince, undefined);
    assert.equal(second.lease(ACCOUNT_ID), undefined);
    folder.close();
    assert.ok(!readFileSync(folder.file).includes('entity-1"'));
  });

  it('removes jobs and uploads after 30 days when their account is used, although nothing is added', () => {
    const ledger = folder.open();
    const longAgo = Date.now() - 31 * DAY_MS;
    const status = completedStatus({ completedAt: longAgo });
    ledger.jobs.addAll([ended('old', { knownSince: longAgo, status, announcedAt: longAgo }), ended('new')]);
    ledger.uploads.change(ACCOUNT_ID, () => ({
      records: {
        uploads: [sampleUpload({ syncId: 'latest', at: longAgo }), sampleUpload({ syncId: 'older', at: longAgo })],
        intents: [{ ...sampleDraft(), id: 'intent', state: 'unknown', at: longAgo, leaseUntil: asMonotonic(0) }],
      },
      result: undefined,
    }));
    const next = folder.open();
    next.handleSignIn(ACCOUNT_ID);
    assert.deepEqual(ids(next.jobs), ['new']);
    const { uploads, intents } = folder.open().uploads.read(ACCOUNT_ID);
    assert.deepEqual([uploads.map(({ syncId }) => syncId), intents], [['latest'], []]);
  });

  it('keeps 500 jobs per account for 30 days after they ended, and all running ones', () => {
    const store = open();
    const longAgo = Date.now() - 31 * DAY_MS;
    store.addAll([ended('old', { knownSince: longAgo, status: completedStatus({ completedAt: longAgo }) })]);
    store.addAll([sampleJob({ syncId: 'running', knownSince: longAgo })]);
    for (let index = 0; index < 510; index += 1) {
      const at = Date.now() - DAY_MS + index;
      const status = completedStatus({ completedAt: at });
      store.addAll([ended(`ended-${index}`, { knownSince: at, announcedAt: at, status })]);
    }
    const kept = ids(open());
    assert.equal(kept.length, 500);
    assert.deepEqual(kept.slice(0, 2), ['running', 'ended-11']);
    assert.deepEqual(ids(store), kept);
    const database = new DatabaseSync(folder.file);
    const written = database.prepare('SELECT sync_id FROM job').all();
    database.close();
    assert.deepEqual(written.map((row) => String(row['sync_id'])).sort(), kept.toSorted());
  });

  it('drops a job that ended more than 30 days ago when another is added', () => {
    const store = open();
    const at = (days: number): Partial<Job> => {
      const knownSince = Date.now() - days * DAY_MS;
      return { knownSince, announcedAt: knownSince, status: completedStatus({ completedAt: knownSince }) };
    };
    store.addAll([ended('old', at(30.01))]);
    store.addAll([ended('older', at(40))]);
    store.addAll([ended('recent', at(29.99))]);
    store.addAll([ended('new', at(0)), ended('too old', at(50))]);
    for (const window of [store, open()]) {
      assert.deepEqual(ids(window).sort(), ['new', 'recent']);
    }
  });

  it('adds what the user started, also where another window has adopted it, in every window', () => {
    const [one, other] = [open(), open()];
    other.addAll([sampleJob({ syncId: 'adopted', origin: 'adopted', startMessage: '' })]);
    const started = ['adopted', 'new'].map((syncId) => sampleJob({ syncId, startedIn: 'window' }));
    const stored = one.addStarted(started);
    assert.deepEqual(
      stored.map(({ syncId, origin, startMessage }) => [syncId, origin, startMessage]),
      [
        ['adopted', 'started', 'Sync started'],
        ['new', 'started', 'Sync started'],
      ],
    );
    for (const store of [one, other]) {
      assert.deepEqual(store.jobs(ACCOUNT_ID).all, stored);
      assert.equal(store.jobs(ACCOUNT_ID).size, 2);
    }
  });

  it('leaves out jobs with IDs that can’t be used', () => {
    const store = open();
    const unusable = ['', ' ', '\uD800', 'x'.repeat(100_000)];
    assert.equal(store.addAll(unusable.map((syncId) => sampleJob({ syncId }))), 0);
    assert.equal(store.addAll([...unusable, 'usable'].map((syncId) => sampleJob({ syncId }))), 1);
    const database = new DatabaseSync(folder.file);
    database.exec(`UPDATE job SET sync_id = ' ', revision = 90; UPDATE ledger SET revision = 90, deletions = 9`);
    database.close();
    store.addAll([sampleJob({ syncId: 'other', entityId: 'e' })]);
    assert.deepEqual([ids(store), ids(open())], [['other'], ['other']]);
  });

  it('never waits for the disk', () => {
    const { ledger, waitsForDisk: waits } = folder.openWatched();
    const { jobs: store } = ledger;
    store.jobs(ACCOUNT_ID);
    assert.deepEqual(
      [
        waits(() => store.addStarted([sampleJob({ syncId: 'a' })])),
        waits(() => store.addAll([sampleJob({ syncId: 'b', origin: 'adopted' })])),
        waits(() => store.updateAll(ACCOUNT_ID, ['a'], (job) => ({ ...job, isSeen: true }))),
        waits(() => store.remove(ACCOUNT_ID, 'a')),
      ],
      [false, false, false, false],
    );
  });

  it('skips a row that cannot be read', () => {
    const store = open();
    store.addAll([sampleJob()]);
    store.addAll([sampleJob({ syncId: 'sync-2' })]);
    const database = new DatabaseSync(folder.file);
    database.exec(`UPDATE job SET properties = '{' WHERE sync_id = 'sync-1'`);
    database.close();
    assert.deepEqual(ids(open()), ['sync-2']);
  });

  it('sets a damaged file aside, logs it and starts over', () => {
    for (const damage of [Buffer.from('no database'.repeat(500)), 'middle']) {
      const store = open();
      store.addAll([sampleJob()]);
      folder.close();
      if (typeof damage === 'string') {
        const bytes = readFileSync(folder.file);
        bytes.fill(0xa5, 4096, bytes.length - 100);
        writeFileSync(folder.file, bytes);
      } else {
        writeFileSync(folder.file, damage);
      }
      folder.said.length = 0;
      const next = open();
      assert.deepEqual(ids(next), []);
      next.addAll([sampleJob({ syncId: 'sync-2' })]);
      assert.deepEqual(ids(open()), ['sync-2']);
      assert.match(folder.said.join(), /error: The job ledger is damaged and was set aside/);
      next.remove(ACCOUNT_ID, 'sync-2');
      folder.close();
    }
    assert.equal(readdirSync(folder.path).filter((name) => name.includes('damaged')).length, 2);
  });

  it('sets aside the file of a build before the first release, logs it and starts over', () => {
    const database = new DatabaseSync(folder.file);
    database.exec('CREATE TABLE ledger (revision INTEGER NOT NULL); PRAGMA user_version = 11');
    database.close();
    const store = open();
    assert.deepEqual(ids(store), []);
    store.addAll([sampleJob()]);
    assert.deepEqual(ids(open()), ['sync-1']);
    assert.match(folder.said.join(), /set aside as .+: Version 11 was never released/);
    assert.equal(readdirSync(folder.path).filter((name) => name.includes('damaged')).length, 1);
  });

  it('writes what is in memory to a new file if the file is damaged while it is open', () => {
    const store = open();
    store.addAll([sampleJob()]);
    for (const name of readdirSync(folder.path)) {
      writeFileSync(`${folder.path}/${name}`, Buffer.alloc(20_000, 0xa5));
    }
    store.addAll([sampleJob({ syncId: 'sync-2' })]);
    store.addAll([sampleJob({ syncId: 'sync-3' })]);
    assert.deepEqual(ids(store).sort(), ['sync-1', 'sync-2', 'sync-3']);
    folder.close();
    assert.deepEqual(ids(open()).sort(), ['sync-1', 'sync-2', 'sync-3']);
  });

  it('does not touch the file of a newer version, and works in memory', () => {
    const database = new DatabaseSync(folder.file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    const ledger = folder.open();
    const store = ledger.jobs;
    assert.equal(store.addAll([sampleJob({ nextPollAt: asMonotonic(5) })]), 1);
    assert.equal(store.addAll([sampleJob()]), 0);
    assert.equal(store.updateLease(ACCOUNT_ID, (lease) => lease ?? sampleLease())?.holder, 'window');
    assert.equal(store.updateLease(ACCOUNT_ID, (lease) => lease ?? sampleLease({ holder: 'other' }))?.holder, 'window');
    assert.equal(store.updateHealth(ACCOUNT_ID, (health) => ({ ...health, outageSince: 3 })).outageSince, 3);
    assert.equal(store.health(ACCOUNT_ID).outageSince, 3);
    assert.equal(store.history(ACCOUNT_ID, 'sync-1').length, 1);
    ledger.removeAccount(ACCOUNT_ID);
    assert.deepEqual(ids(store), []);
    assert.deepEqual(ids(open()), []);
    assert.match(folder.said.join(), /belongs to a newer version/);
  });

  it('works in memory if no file can be created', () => {
    writeFileSync(`${folder.path}/file`, '');
    const store = folder.open(`${folder.path}/file`).jobs;
    store.addAll([sampleJob()]);
    assert.deepEqual(ids(store), ['sync-1']);
    assert.match(folder.said.join(), /kept in memory until it can be written.*EEXIST/);
  });

  it('writes later what it could not write while another window was writing', async () => {
    const options = { open: () => new DatabaseSync(folder.file, { timeout: 0 }), log: folder.log };
    const store = folder.own(new Ledger(options)).jobs;
    open().addAll([sampleJob()]);
    store.jobs(ACCOUNT_ID);
    const other = new DatabaseSync(folder.file);
    other.exec('BEGIN IMMEDIATE');
    store.addAll([sampleJob({ syncId: 'sync-2' })]);
    assert.equal(store.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({ ...job, isSeen: true }))[0]?.after.isSeen, true);
    other.exec('COMMIT');
    other.close();
    assert.deepEqual(ids(store), ['sync-1', 'sync-2']);
    store.addAll([sampleJob({ syncId: 'sync-3' })]);
    const reader = open();
    await eventually(() => reader.jobs(ACCOUNT_ID).all.length === 3, 'all three jobs are written');
    assert.deepEqual(
      reader.jobs(ACCOUNT_ID).all.map(({ syncId, isSeen }) => [syncId, isSeen]),
      [
        ['sync-1', true],
        ['sync-2', false],
        ['sync-3', false],
      ],
    );
    assert.equal(folder.said.length, 2, folder.said.join());
  });

  it('suppresses the warning that SQLite is experimental', async () => {
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `const { loadSqlite } = await import('${new URL('../../../../src/jobs/database/sqlite.ts', import.meta.url).href}');
       new (loadSqlite().DatabaseSync)(':memory:');`,
    ]);
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const [code] = (await once(child, 'exit')) as [number | null];
    assert.deepEqual([code, said], [0, '']);
  });
});
