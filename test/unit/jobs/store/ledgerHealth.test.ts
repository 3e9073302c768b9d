import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { ledgerHealth } from '../../../../src/jobs/store/ledgerHealth.ts';
import { sampleJob } from '../sampleJobs.ts';
import { LedgerFolder } from './ledgerFolder.ts';

describe('The health of a ledger', () => {
  let folder: LedgerFolder;
  beforeEach(() => {
    folder = new LedgerFolder();
  });
  afterEach(() => folder.remove());

  it('has its size, its jobs and what SQLite finds', () => {
    const ledger = folder.open();
    ledger.jobs.addAll([sampleJob()]);
    const health = ledgerHealth(folder.path, ledger.access);
    assert.ok(health.kind === 'usable');
    const { byteLength, ...rest } = health;
    assert.ok(byteLength > 4096);
    assert.deepEqual(rest, { kind: 'usable', jobs: 1, integrity: 'ok', journalMode: 'wal' });
  });

  it('is that of the file that takes the place of a damaged one', () => {
    writeFileSync(folder.file, 'no database, but long enough to be taken for one. '.repeat(100));
    const health = ledgerHealth(folder.path, folder.open().access);
    assert.equal(health.kind === 'usable' && health.integrity, 'ok');
  });

  it('is unusable if it can’t be opened now, and in memory without SQLite', () => {
    const failing = folder.own(
      new Ledger({
        open: () => {
          throw Object.assign(new Error('locked'), { errcode: 5 });
        },
        log: folder.log,
      }),
    );
    assert.deepEqual(ledgerHealth(folder.path, failing.access), { kind: 'unusable' });
    const without = folder.own(new Ledger({ open: () => undefined, log: folder.log }));
    without.access.read(() => undefined);
    assert.deepEqual(ledgerHealth(folder.path, without.access), { kind: 'memoryOnly' });
  });
});
