// A separate process that writes jobs to a ledger until it is killed. It prints `>` before each one, and its ID once it is written.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import type { LeaseRecord } from '../../../../src/jobs/store/jobStore.ts';
import { openLedger } from '../../../../src/jobs/store/ledger.ts';
import { ACCOUNT_ID, sampleJob } from '../sampleJobs.ts';
import { LONG_NAME } from './longName.ts';

const [folder = '', name = '', task = 'write'] = process.argv.slice(2);
const sleeper = new Int32Array(new SharedArrayBuffer(4));
/** Leaves the processor to the process that holds the lock. */
const rest = (): void => void Atomics.wait(sleeper, 0, 0, 20);
const ignore = (): void => undefined;
const ledger = openLedger({ folder, log: { debug: ignore, info: ignore, warn: ignore, error: console.error } });
const store = ledger.jobs;

if (task === 'write') {
  while (!ledger.access.read(() => true)) {
    rest();
  }
  const database = new DatabaseSync(join(folder, 'jobs.db'), { timeout: 10_000 });
  for (let index = 0; ; index += 1) {
    const syncId = `${name}-${index}`;
    writeSync(1, '>\n');
    // It runs, so it never has to make room for another.
    store.addAll([
      sampleJob({ syncId, knownSince: Date.now(), source: { name: LONG_NAME, rows: undefined, byteLength: 1 } }),
    ]);
    // Where another process holds the lock for long, the job is kept in memory first; killed then, it is lost.
    while (database.prepare('SELECT 1 FROM job WHERE sync_id = ?').get(syncId) === undefined) {
      rest();
      store.find(ACCOUNT_ID, syncId);
    }
    writeSync(1, `${syncId}\n`);
  }
} else {
  // Takes every lease it finds, as one window among several.
  let taken = 0;
  let until = asMonotonic(0);
  while (until < Number(task)) {
    const expected = store.lease(ACCOUNT_ID)?.until ?? until;
    const lease = { holder: name, until: asMonotonic(expected + 1), isFocused: false, bookedUntil: expected };
    const isOpen = (known: LeaseRecord | undefined): boolean => known?.until === expected && expected < Number(task);
    const tried: (LeaseRecord | undefined)[] = [];
    const after = store.updateLease(ACCOUNT_ID, (known) => (tried.push(known), isOpen(known) ? lease : known));
    if (after === undefined) {
      rest();
    } else {
      until = after.until;
      taken += isOpen(tried.at(-1)) ? 1 : 0;
    }
  }
  writeSync(1, String(taken));
  ledger.dispose();
}
