// A process of its own that writes into a ledger until it is killed: it says when it begins to write and which job is in.
import { writeSync } from 'node:fs';
import { asSteady } from '../../../../src/base/steadyTime.ts';
import { openLedger } from '../../../../src/jobs/ledger/openLedger.ts';
import { ACCOUNT_ID, sampleJob } from '../sampleJobs.ts';
import { LONG_NAME } from './longName.ts';

const [folder = '', name = '', task = 'write'] = process.argv.slice(2);
const ignore = (): void => undefined;
const ledger = openLedger({ folder, log: { debug: ignore, info: ignore, warn: ignore, error: console.error } });
const store = ledger.jobs;

if (task === 'write') {
  for (let index = 0; ; index += 1) {
    const syncId = `${name}-${index}`;
    writeSync(1, '>\n');
    // It runs, so it never has to make room for another.
    store.put(
      sampleJob({ syncId, knownSince: Date.now(), source: { name: LONG_NAME, rows: undefined, byteLength: 1 } }),
    );
    writeSync(1, `${syncId}\n`);
  }
} else {
  // Claims every question it finds, as one window among several.
  let claimed = 0;
  for (let round = 0; round < Number(task); round += 1) {
    const job = store.find(ACCOUNT_ID, 'shared');
    const expected = job?.nextCheckAt ?? asSteady(0);
    if (expected < Number(task) && store.claim(ACCOUNT_ID, 'shared', expected, asSteady(expected + 1))) {
      claimed += 1;
    }
  }
  writeSync(1, String(claimed));
  ledger.dispose();
}
