// A process of its own that writes into a ledger: it says each job that is in, until it is killed.
import { writeSync } from 'node:fs';
import { asSteady } from '../../../../src/base/steadyTime.ts';
import { openLedger } from '../../../../src/jobs/ledger/openLedger.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

const [folder = '', name = '', task = 'write'] = process.argv.slice(2);
const ignore = (): void => undefined;
const store = openLedger({ folder, log: { debug: ignore, info: ignore, warn: ignore, error: console.error } });

if (task === 'write') {
  for (let index = 0; ; index += 1) {
    const syncId = `${name}-${index}`;
    store.put(sampleJob({ syncId, knownSince: Date.now() }));
    writeSync(1, `${syncId}\n`);
    store.update(ACCOUNT_ID, syncId, (job) => ({ ...job, status: runningStatus({ message: 'x'.repeat(2000) }) }));
    store.update(ACCOUNT_ID, syncId, (job) => ({ ...job, status: completedStatus({ completedAt: Date.now() }) }));
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
  store.dispose();
}
