import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import FakeTimers from '@sinonjs/fake-timers';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import { UploadIntents } from '../../../../src/jobs/store/uploadIntents.ts';
import type { Job } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob, sampleLease, sampleStep } from '../sampleJobs.ts';
import { LEDGER_FAULTS } from './ledgerFaults.ts';
import type { EndFault, FaultMoment, FaultPlace } from './ledgerFaults.ts';
import { LedgerFolder } from './ledgerFolder.ts';
import { sampleDraft, sampleUpload } from './sampleUploads.ts';

/** The longest that one call waits for locks, blocking the thread. Nothing else in the ledger waits. */
const MAX_WAIT_MS = 50;
const LOCK_MS = 5000;
/** The ledger is tried again at least that often. */
const RETRIED_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT = Array.from({ length: 20 }, (_, index) => `kept-${index}`);
const FAVORITE = 'favorite';

/** The longest call of a case: its CPU time, and how long it waited for locks. Printed, as a busy machine slows it. */
interface Longest {
  cpuMs: number;
  waitedMs: number;
}

describe('The job ledger, whatever happens to its file', function () {
  this.timeout(300_000);
  const figures = new Map<string, Longest>();
  let folder: LedgerFolder;
  let clock: ReturnType<typeof FakeTimers.install>;
  let place: FaultPlace & { connections: DatabaseSync[] };
  let ledgers: Ledger[];
  let longest: Longest;

  beforeEach(() => {
    folder = new LedgerFolder();
    clock = FakeTimers.install({
      now: Date.now(),
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'hrtime', 'Date'],
    });
    place = { folder, connections: [], open: () => openLedgerFile(folder.file, folder.log) };
    ledgers = [];
    longest = { cpuMs: 0, waitedMs: 0 };
  });

  afterEach(() => {
    ledgers.forEach((ledger) => ledger.dispose());
    clock.uninstall();
    folder.remove();
  });

  after(() => {
    console.log('      The longest call of a window: CPU time, and the time blocked by locks');
    for (const [name, { cpuMs, waitedMs }] of figures) {
      console.log(`      ${name.padEnd(58)} ${cpuMs.toFixed(1).padStart(6)} ms ${String(waitedMs).padStart(4)} ms`);
    }
  });

  function openWindow(): Ledger {
    const ledger = new Ledger({
      log: folder.log,
      open: () => {
        const database = place.open();
        if (database) {
          place.connections.push(database);
        }
        return database;
      },
    });
    ledgers.push(ledger);
    return ledger;
  }

  /** Runs a call of a window, which must not wait longer than allowed. */
  function call<T>(ledger: Ledger, work: () => T): T {
    const waitedBefore = ledger.access.waitedMs;
    const cpuBefore = process.threadCpuUsage();
    const result = work();
    const { user, system } = process.threadCpuUsage(cpuBefore);
    const waitedMs = ledger.access.waitedMs - waitedBefore;
    assert.ok(waitedMs <= MAX_WAIT_MS, `a call waited ${waitedMs} ms`);
    longest.cpuMs = Math.max(longest.cpuMs, (user + system) / 1000);
    longest.waitedMs = Math.max(longest.waitedMs, waitedMs);
    return result;
  }

  function note(name: string): void {
    const { cpuMs, waitedMs } = figures.get(name) ?? { cpuMs: 0, waitedMs: 0 };
    figures.set(name, { cpuMs: Math.max(cpuMs, longest.cpuMs), waitedMs: Math.max(waitedMs, longest.waitedMs) });
  }

  /** As an earlier session leaves it: jobs, a favorite, an upload, and one whose response was lost. */
  function keep(): void {
    const ledger = openWindow();
    KEPT.forEach((syncId) =>
      ledger.jobs.addAll([sampleJob({ syncId, knownSince: Date.now(), startMessage: 'x'.repeat(900) })]),
    );
    ledger.favorites.set(ACCOUNT_ID, [FAVORITE], true);
    const intents = new UploadIntents(ledger.uploads);
    const accepted = begin(intents, 'accepted');
    assert.ok(intents.settle(accepted, { kind: 'accepted', upload: sampleUpload({ digest: 'accepted' }) }));
    intents.settle(begin(intents, 'unanswered'), { kind: 'unknown' });
    intents.dispose();
    close(ledger);
  }

  function close(ledger: Ledger): void {
    ledger.dispose();
    ledgers.splice(ledgers.indexOf(ledger), 1);
  }

  function begin(intents: UploadIntents, digest: string): string {
    const draft = sampleDraft({ digest, uri: `file:///${digest}.csv` });
    assert.equal(intents.reserve(ACCOUNT_ID, [draft]).kind, 'reserved');
    assert.ok(intents.begin(draft.id));
    return draft.id;
  }

  /** Everything that a window does, and what it shows meanwhile. */
  function work(ledger: Ledger, name: string, known: readonly string[]): readonly string[] {
    const { jobs } = ledger;
    const intents = new UploadIntents(ledger.uploads);
    const [added, started, ended] = [`${name} added`, `${name} started`, `${name} ended`];
    call(ledger, () => jobs.addAll([sampleJob({ syncId: added, knownSince: Date.now() })]));
    call(ledger, () => jobs.addStarted([sampleJob({ syncId: started, knownSince: Date.now() })]));
    call(ledger, () => jobs.addAll([sampleJob({ syncId: ended, knownSince: Date.now() })]));
    call(ledger, () =>
      jobs.updateAll(ACCOUNT_ID, [ended], (job) => ({
        ...job,
        // By the clock of the service.
        status: completedStatus({ syncId: ended, completedAt: performance.timeOrigin + performance.now() }),
        receivedAt: Date.now(),
      })),
    );
    call(ledger, () => jobs.updateAll(ACCOUNT_ID, [started], (job) => ({ ...job, status: runningStatus() })));
    call(ledger, () => jobs.updateLease(ACCOUNT_ID, () => sampleLease()));
    call(ledger, () => jobs.updateHealth(ACCOUNT_ID, (health) => ({ ...health, outageSince: 7 })));
    call(ledger, () => begin(intents, `${name} sent`));
    assert.equal(call(ledger, () => jobs.history(ACCOUNT_ID, started)).length, 2);
    const shown = new Set(call(ledger, () => jobs.jobs(ACCOUNT_ID).all).map(({ syncId }) => syncId));
    assert.deepEqual(
      [...known, added, started, ended].filter((syncId) => !shown.has(syncId)),
      [],
      'what the window shows',
    );
    const favorites = call(ledger, () => ledger.favorites.read(ACCOUNT_ID));
    assert.deepEqual([...favorites], known.length > 0 ? [FAVORITE] : [...favorites]);
    return [added, started, ended];
  }

  /** In each window, a file watcher or a poll has the ledger read, too. */
  function passTime(ms: number): void {
    for (let passed = 0; passed < ms; passed += 1000) {
      clock.tick(1000);
      ledgers.forEach((window) => call(window, () => window.jobs.catchUp()));
    }
  }

  function idsOf(jobs: readonly Job[]): string[] {
    return jobs.map(({ syncId }) => syncId).sort();
  }

  /** The jobs that SQLite itself can read from a copy of the files; undefined if it finds them damaged. */
  function readable(): readonly string[] | undefined {
    const copies = mkdtempSync(join(tmpdir(), 'ledger-copy-'));
    try {
      cpSync(folder.path, copies, { recursive: true });
      // The copies of a read-only file are read-only, too.
      readdirSync(copies).forEach((name) => chmodSync(join(copies, name), 0o755));
      const database = new DatabaseSync(join(copies, basename(folder.file)));
      try {
        assert.equal(database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'], 'ok');
        const tables = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'job'`).all();
        return tables.length === 0
          ? []
          : database
              .prepare('SELECT sync_id FROM job')
              .all()
              .map((row) => String(row['sync_id']));
      } finally {
        database.close();
      }
    } catch {
      return undefined;
    } finally {
      rmSync(copies, { recursive: true });
    }
  }

  function problems(): string[] {
    return folder.said.filter((line) => !line.startsWith('info:'));
  }

  interface Case {
    readonly moment: FaultMoment;
    /** Whether what was kept is still in the write-ahead log. */
    readonly isInLog: boolean;
  }

  for (const fault of LEDGER_FAULTS) {
    for (const { moment, isInLog } of fault.moments.flatMap((one): Case[] => [
      { moment: one, isInLog: false },
      { moment: one, isInLog: true },
    ])) {
      const when = moment === 'open' ? 'in use' : 'before it is opened';
      it(`${fault.name}, ${when}, data ${isInLog ? 'in the log' : 'in the file'}`, async function () {
        if (fault.isPosix && process.platform === 'win32') {
          this.skip();
        }
        const earlier = openWindow();
        earlier.jobs.jobs(ACCOUNT_ID);
        close(earlier);
        const reader = isInLog ? new DatabaseSync(folder.file) : undefined;
        // While another connection is open, closing the last window leaves the log as it is.
        reader?.prepare('SELECT count(*) FROM job').get();
        keep();
        const windows = moment === 'open' ? [openWindow(), openWindow()] : [];
        if (isInLog && moment === 'open') {
          // Opening the ledger has written the log to the file.
          openWindow().jobs.updateAll(ACCOUNT_ID, KEPT, (job) => ({ ...job, entityName: 'Orders again' }));
        }
        windows.forEach((window) => {
          window.jobs.jobs(ACCOUNT_ID);
          window.uploads.read(ACCOUNT_ID);
          window.favorites.read(ACCOUNT_ID);
        });
        if (moment === 'closed' && reader) {
          const copies = mkdtempSync(join(tmpdir(), 'ledger-files-'));
          cpSync(folder.path, copies, { recursive: true });
          reader.close();
          // As after a crash of every window.
          cpSync(copies, folder.path, { recursive: true });
          rmSync(copies, { recursive: true });
        } else {
          reader?.close();
        }
        let end: EndFault | undefined = await fault.begin(place);
        try {
          const isFile = statSync(folder.file, { throwIfNoEntry: false })?.isFile() === true;
          const left = moment === 'closed' && isFile && !fault.isFinal ? readable() : undefined;
          const damaged = isFile ? readFileSync(folder.file) : undefined;
          const [first = openWindow(), second = openWindow()] = windows;
          const known = moment === 'open' ? KEPT : [];
          const written = [...work(first, 'first', known), ...work(second, 'second', known)];
          passTime(LOCK_MS);
          written.push(...work(first, 'first again', known));
          await end();
          end = undefined;
          passTime(2 * RETRIED_MS);
          written.push(...work(second, 'second again', known));
          assertSaid(fault.says);
          note(fault.name);
          if (fault.isFinal) {
            return;
          }
          passTime(RETRIED_MS);
          const later = openWindow();
          const found = new Set(idsOf(later.jobs.jobs(ACCOUNT_ID).all));
          const expected = [...written, ...(moment === 'open' ? KEPT : (left ?? []))];
          assert.deepEqual(
            expected.filter((syncId) => !found.has(syncId)),
            [],
            'what was kept or written meanwhile',
          );
          const { intents, uploads } = later.uploads.read(ACCOUNT_ID);
          assert.equal(intents.filter(({ state }) => state === 'sending').length, 4, 'uploads that began meanwhile');
          if (moment === 'open') {
            assert.deepEqual([...later.favorites.read(ACCOUNT_ID)], [FAVORITE]);
            assert.deepEqual([uploads.length, intents.length], [1, 5]);
            assert.equal(later.jobs.history(ACCOUNT_ID, KEPT[0] ?? '').length, 1);
          } else if (left === undefined && damaged && !found.has(KEPT[0] ?? '')) {
            const copy = readdirSync(folder.path).find((name) => /\.damaged-\d+-[0-9a-f]+$/.test(name));
            assert.ok(copy, 'a damaged file is set aside');
            // Together with the log, which SQLite writes to the file when it is closed.
            assert.ok(isInLog || damaged.equals(readFileSync(join(folder.path, copy))), 'as it was');
          }
          for (const window of [first, second, later]) {
            assert.deepEqual(idsOf(window.jobs.jobs(ACCOUNT_ID).all), [...found].sort(), 'the same in every window');
            const timeout = window.access.read(
              (database) => database.prepare('PRAGMA busy_timeout').get()?.['timeout'],
            );
            assert.deepEqual(timeout, { result: 0 }, 'SQLite itself never waits');
          }
          assert.equal(
            later.access.read((database) => database.prepare('PRAGMA integrity_check').get()?.['integrity_check'])
              ?.result,
            'ok',
          );
        } finally {
          await end?.();
        }
      });
    }
  }

  /** At most one line for each window in the log, however often the ledger is tried. */
  function assertSaid(expected: RegExp | undefined): void {
    const said = problems();
    if (expected === undefined) {
      assert.deepEqual(said, []);
    }
    assert.ok(
      said.every((line) => expected?.test(line)),
      said.join('\n'),
    );
    assert.ok(said.length <= ledgers.length, said.join('\n'));
  }

  for (const days of [60, -60]) {
    it(`a clock that is ${Math.abs(days)} days ${days > 0 ? 'ahead' : 'behind'} for a while`, () => {
      keep();
      const [first, second] = [openWindow(), openWindow()];
      first.jobs.updateAll(ACCOUNT_ID, ['kept-0'], (job) => ({
        ...job,
        status: completedStatus({ syncId: 'kept-0', completedAt: Date.now() }),
        announcedAt: Date.now(),
      }));
      const began = begin(new UploadIntents(first.uploads), 'before');
      clock.setSystemTime(Date.now() + days * DAY_MS);
      const written = [...work(first, 'first', []), ...work(second, 'second', [])];
      passTime(RETRIED_MS);
      clock.setSystemTime(Date.now() - days * DAY_MS);
      written.push(...work(first, 'first again', written));
      const later = openWindow();
      const found = new Set(idsOf(later.jobs.jobs(ACCOUNT_ID).all));
      // Only what ended more than 30 days ago by the clock is dropped, as documented.
      const dropped = days > 0 ? ['kept-0'] : [];
      assert.deepEqual(
        [...KEPT, ...written].filter((syncId) => !found.has(syncId)),
        dropped,
      );
      const ids = later.uploads.read(ACCOUNT_ID).intents.map(({ id }) => id);
      assert.ok(ids.includes(began), 'an upload that is being sent');
      assert.deepEqual(problems(), []);
      note(`a clock that is ${days} days wrong for a while`);
    });
  }

  it('10,000 jobs of 20 accounts', () => {
    const accounts = Array.from({ length: 20 }, (_, index) => `account-${index}`);
    const writer = openWindow();
    for (const accountId of accounts) {
      const jobs = Array.from({ length: 500 }, (_, index) => {
        const syncId = `sync-${index}`;
        const steps = [sampleStep({ message: 'x'.repeat(80) }), sampleStep({ name: 'Load' })];
        return sampleJob({ accountId, syncId, knownSince: Date.now(), status: runningStatus({ syncId, steps }) });
      });
      call(writer, () => writer.jobs.addAll(jobs));
    }
    const reader = openWindow();
    assert.equal(call(reader, () => reader.jobs.jobs('account-7').all).length, 500);
    call(writer, () => writer.jobs.remove('account-7', 'sync-3'));
    assert.equal(call(reader, () => reader.jobs.jobs('account-7').all).length, 499);
    const everything = openWindow();
    assert.equal(
      accounts.reduce((sum, accountId) => sum + call(everything, () => everything.jobs.jobs(accountId).all).length, 0),
      9999,
    );
    assert.deepEqual(problems(), []);
    note('10,000 jobs of 20 accounts');
  });
});
