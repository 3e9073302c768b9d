import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { INTENT_LEASE_MS } from '../../../../src/jobs/store/uploadRecords.ts';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { UploadIntents } from '../../../../src/jobs/store/uploadIntents.ts';
import type { UploadRecords } from '../../../../src/model/upload.ts';
import { eventually } from '../../../eventually.ts';
import { ACCOUNT_ID } from '../sampleJobs.ts';
import { LedgerFolder } from './ledgerFolder.ts';
import { sampleDraft, sampleUpload } from './sampleUploads.ts';

describe('Uploads in the ledger', () => {
  let folder: LedgerFolder;
  let other: ChildProcess | undefined;

  beforeEach(() => {
    folder = new LedgerFolder();
  });

  afterEach(() => {
    mock.reset();
    other?.kill('SIGKILL');
    folder.remove();
  });

  const open = (): Ledger => folder.open();

  function add(ledger: Ledger, ...syncIds: readonly string[]): void {
    ledger.uploads.change(ACCOUNT_ID, ({ uploads, intents }) => {
      const added = syncIds.map((syncId) => sampleUpload({ syncId, at: 1 }));
      return { records: { uploads: [...added, ...uploads], intents }, result: undefined };
    });
  }

  function ids({ uploads }: UploadRecords): string[] {
    return uploads.map(({ syncId }) => syncId);
  }

  it('are read as they were written, in order, in every window and the next', () => {
    const here = open();
    const there = open();
    assert.deepEqual(ids(there.uploads.read(ACCOUNT_ID)), []);
    add(here, 'b', 'a');
    add(there, 'c');
    for (const ledger of [here, there, open()]) {
      assert.deepEqual(ids(ledger.uploads.read(ACCOUNT_ID)), ['c', 'b', 'a']);
    }
    assert.deepEqual(open().uploads.read(ACCOUNT_ID).uploads[0], sampleUpload({ syncId: 'c', at: 1 }));
    assert.deepEqual(open().uploads.read('another').uploads, []);
  });

  it('omit a row that cannot be read, and no other', () => {
    add(open(), 'b', 'a');
    const database = new DatabaseSync(folder.file);
    database.exec(`UPDATE upload SET conversion = '{' WHERE sync_id = 'a'`);
    database.close();
    assert.deepEqual(ids(open().uploads.read(ACCOUNT_ID)), ['b']);
  });

  it('are kept in memory while another process locks the ledger, and written afterwards', async () => {
    const ledger = open();
    add(ledger, 'first');
    const lock = new DatabaseSync(folder.file);
    lock.exec('BEGIN IMMEDIATE');
    const intents = new UploadIntents(ledger.uploads);
    const draft = sampleDraft();
    assert.equal(intents.reserve(ACCOUNT_ID, [draft]).kind, 'reserved');
    assert.equal(intents.reserve(ACCOUNT_ID, [sampleDraft()]).kind, 'inFlight');
    assert.ok(intents.begin(draft.id));
    intents.dispose();
    add(ledger, 'second');
    assert.deepEqual(ids(ledger.uploads.read(ACCOUNT_ID)), ['second', 'first']);
    lock.exec('ROLLBACK');
    lock.close();
    const next = open();
    await eventually(() => ids(next.uploads.read(ACCOUNT_ID)).includes('second'), 'what was kept is written');
    assert.deepEqual(ids(next.uploads.read(ACCOUNT_ID)), ['second', 'first']);
    assert.equal(new UploadIntents(next.uploads).unanswered(ACCOUNT_ID, sampleDraft())?.name, 'a.csv');
  });

  it('can be awaited until a lock is released and other windows can read them', async () => {
    const intents = new UploadIntents(open().uploads);
    intents.isInFlight(ACCOUNT_ID, 'any');
    const lock = new DatabaseSync(folder.file);
    lock.exec('BEGIN IMMEDIATE');
    const draft = sampleDraft();
    assert.equal(intents.reserve(ACCOUNT_ID, [draft]).kind, 'reserved');
    let isShared = false;
    const shared = intents.whenShared().then(() => (isShared = true));
    await setImmediate();
    assert.equal(isShared, false);
    lock.exec('ROLLBACK');
    lock.close();
    await shared;
    assert.ok(new UploadIntents(open().uploads).isInFlight(ACCOUNT_ID, sampleDraft().uri));
    intents.dispose();
  });

  it('wait for a lock for 5 s at most, and for nothing else', async () => {
    const ledger = open();
    const intents = new UploadIntents(ledger.uploads);
    intents.isInFlight(ACCOUNT_ID, 'any');
    const lock = new DatabaseSync(folder.file);
    lock.exec('BEGIN IMMEDIATE');
    add(ledger, 'first');
    mock.timers.enable({ apis: ['setTimeout'] });
    const shared = intents.whenShared();
    mock.timers.tick(5_000);
    await shared;
    lock.close();
    ledger.dispose();
    await intents.whenShared();
  });

  it('are written to a new ledger if the file was damaged in the meantime', () => {
    const ledger = open();
    add(ledger, 'first');
    const other = new DatabaseSync(folder.file);
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    other.close();
    writeFileSync(folder.file, 'x'.repeat(100_000));
    writeFileSync(`${folder.file}-wal`, '');
    add(ledger, 'second');
    add(ledger, 'third');
    ledger.dispose();
    assert.deepEqual(ids(open().uploads.read(ACCOUNT_ID)), ['third', 'second', 'first']);
  });

  it('have an unknown outcome soon after the process that sent them was killed', async () => {
    const program = fileURLToPath(new URL('./uploadingProcess.ts', import.meta.url));
    const sender = spawn(process.execPath, [program, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
    other = sender;
    const [said] = (await once(sender.stdout, 'data')) as [Buffer];
    assert.equal(said.toString(), 'sending\n');
    const intents = new UploadIntents(open().uploads);
    assert.ok(intents.isInFlight(ACCOUNT_ID, 'file:///a.csv'));
    assert.equal(intents.reserve(ACCOUNT_ID, [sampleDraft()]).kind, 'inFlight');
    sender.kill('SIGKILL');
    await once(sender, 'exit');
    assert.equal(intents.unanswered(ACCOUNT_ID, sampleDraft()), undefined, 'it may live');
    const readClock = process.hrtime.bigint.bind(process.hrtime);
    mock.method(process.hrtime, 'bigint', () => readClock() + BigInt(INTENT_LEASE_MS) * 1_000_000n);
    const lost = intents.unanswered(ACCOUNT_ID, sampleDraft());
    assert.ok(lost, 'its lease has run out');
    assert.equal(lost.name, 'a.csv');
    assert.equal(intents.reserve(ACCOUNT_ID, [sampleDraft()]).kind, 'unanswered');
    assert.equal(intents.reserve(ACCOUNT_ID, [sampleDraft({ acknowledgedId: lost.id })]).kind, 'reserved');
    intents.dispose();
  });
});
