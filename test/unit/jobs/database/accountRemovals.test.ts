import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import FakeTimers from '@sinonjs/fake-timers';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import { UploadIntents } from '../../../../src/jobs/store/uploadIntents.ts';
import { ACCOUNT_ID, sampleJob } from '../sampleJobs.ts';
import { sampleDraft, sampleUpload } from '../store/sampleUploads.ts';
import { LedgerFolder } from '../store/ledgerFolder.ts';

const NAME = 'payroll-of-october.csv';
const DIGEST = 'c0ffee15c0ffee15';
/** Longer than any wait between two attempts. */
const AFTER_BACKOFF_MS = 30_000;

describe('An account that was signed out in another window', () => {
  let folder: LedgerFolder;
  let clock: ReturnType<typeof FakeTimers.install>;

  beforeEach(() => {
    folder = new LedgerFolder();
    clock = FakeTimers.install({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
  });

  afterEach(async () => {
    await folder.unlock();
    folder.close();
    clock.uninstall();
    folder.remove();
  });

  /** All that a window writes about an upload under way. Returns the intent. */
  function upload(ledger: Ledger, intents: UploadIntents, syncId: string): string {
    const uri = `file:///folder/${syncId}/${NAME}`;
    const draft = sampleDraft({ uri, name: NAME, digest: DIGEST + syncId });
    assert.equal(intents.reserve(ACCOUNT_ID, [draft]).kind, 'reserved');
    assert.ok(intents.begin(draft.id));
    ledger.consents.add(ACCOUNT_ID, 'uploadTarget', `target of ${syncId}`);
    ledger.jobs.updateHealth(ACCOUNT_ID, (health) => ({ ...health, outageSince: 7 }));
    ledger.jobs.addAll([sampleJob({ syncId, source: { name: NAME, rows: 1, byteLength: 1, uri } })]);
    return draft.id;
  }

  function ids({ jobs }: Ledger): string[] {
    return jobs.jobs(ACCOUNT_ID).all.map(({ syncId }) => syncId);
  }

  function assertForgotten(ledger: Ledger): void {
    assert.deepEqual(ids(ledger), []);
    assert.deepEqual(ledger.uploads.read(ACCOUNT_ID), { uploads: [], intents: [] });
    assert.equal(ledger.consents.has(ACCOUNT_ID, 'uploadTarget', 'target of during'), false);
    assert.equal(ledger.jobs.health(ACCOUNT_ID).outageSince, undefined);
    for (const file of readdirSync(folder.path)) {
      const bytes = readFileSync(join(folder.path, file));
      assert.deepEqual([bytes.includes(NAME), bytes.includes(DIGEST)], [false, false], file);
    }
  }

  it('is not restored by earlier pending writes of a window, and works in both after signing in again', async () => {
    const [here, there] = [folder.open(), folder.open()];
    const intents = folder.own(new UploadIntents(there.uploads));
    const before = upload(there, intents, 'before');
    assert.deepEqual(ids(here), ['before']);
    await folder.lock('IMMEDIATE');
    const during = upload(there, intents, 'during');
    await folder.unlock();
    here.removeAccount(ACCOUNT_ID);
    // It has not found out yet, as the database is left alone for a while.
    upload(there, intents, 'after');
    clock.tick(AFTER_BACKOFF_MS);
    assertForgotten(there);
    assertForgotten(here);
    for (const id of [before, during]) {
      assert.equal(intents.settle(id, { kind: 'accepted', upload: sampleUpload({ uri: NAME }) }), false);
    }
    assertForgotten(here);

    for (const ledger of [here, there, here]) {
      ledger.jobs.addAll([sampleJob({ syncId: `again ${ids(ledger).length}` })]);
      ledger.consents.add(ACCOUNT_ID, 'uploadTarget', 'again');
    }
    for (const ledger of [here, there]) {
      assert.deepEqual(ids(ledger), ['again 0', 'again 1', 'again 2']);
      assert.equal(ledger.consents.has(ACCOUNT_ID, 'uploadTarget', 'again'), true);
    }
  });

  it('is not restored by pending writes when it is signed out a second time', async () => {
    const [here, there] = [folder.open(), folder.open()];
    here.removeAccount(ACCOUNT_ID);
    assert.deepEqual(ids(there), []);
    const intents = folder.own(new UploadIntents(there.uploads));
    await folder.lock('IMMEDIATE');
    upload(there, intents, 'during');
    await folder.unlock();
    here.removeAccount(ACCOUNT_ID);
    clock.tick(AFTER_BACKOFF_MS);
    assertForgotten(there);
    assertForgotten(here);
  });

  it('is not restored by a window that could not open the ledger before', () => {
    let isLocked = true;
    const there = folder.own(
      new Ledger({
        open: () => {
          if (isLocked) {
            throw Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
          }
          return openLedgerFile(folder.file, folder.log);
        },
        log: folder.log,
      }),
    );
    const here = folder.open();
    here.jobs.addAll([sampleJob({ syncId: 'before' })]);
    const intents = folder.own(new UploadIntents(there.uploads));
    upload(there, intents, 'during');
    here.removeAccount(ACCOUNT_ID);
    isLocked = false;
    clock.tick(AFTER_BACKOFF_MS);
    assertForgotten(there);
    assertForgotten(here);
  });

  it('keeps what is written during a lock after signing in again', async () => {
    const [here, there] = [folder.open(), folder.open()];
    here.jobs.addAll([sampleJob({ syncId: 'before' })]);
    here.removeAccount(ACCOUNT_ID);
    assert.deepEqual(ids(there), []);
    await folder.lock('IMMEDIATE');
    here.jobs.addAll([sampleJob({ syncId: 'here' })]);
    there.jobs.addAll([sampleJob({ syncId: 'there' })]);
    await folder.unlock();
    clock.tick(AFTER_BACKOFF_MS);
    assert.deepEqual(ids(here).sort(), ['here', 'there']);
    assert.deepEqual(ids(there).sort(), ['here', 'there']);
  });
});
