import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { ledgerHealth } from '../../../../src/jobs/database/ledgerHealth.ts';
import { sampleJob } from '../sampleJobs.ts';
import { LedgerFolder } from '../store/ledgerFolder.ts';

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

  it('is unusable if it can’t be opened now, with the reason, and in memory without SQLite', () => {
    for (const [problem, cause] of [
      ['locked', { errcode: 5 }],
      ['unwritable', { errcode: 8 }],
      // SQLite's own code for a file that can't be opened, in its extended form.
      ['unwritable', { errcode: 14 | (2 << 8) }],
      ['unwritable', { syscall: 'mkdir', code: 'EROFS' }],
      ['unwritable', { syscall: 'mkdir', code: 'EACCES' }],
      ['unwritable', { syscall: 'mkdir', code: 'ENOENT' }],
      ['full', { errcode: 13 }],
      ['full', { syscall: 'mkdir', code: 'ENOSPC' }],
      ['failing', { errcode: 10 }],
    ] as const) {
      const open = () => {
        throw Object.assign(new Error('not opened'), cause);
      };
      const failing = folder.own(new Ledger({ open, log: folder.log }));
      assert.deepEqual(ledgerHealth(folder.path, failing.access), { kind: 'unusable', problem });
    }
    const without = folder.own(new Ledger({ open: () => undefined, log: folder.log }));
    without.access.read(() => undefined);
    assert.deepEqual(ledgerHealth(folder.path, without.access), { kind: 'memoryOnly' });
  });
});
