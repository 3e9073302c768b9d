import assert from 'node:assert/strict';
import { failureMessages, refersToData } from '../../../../src/app/tracking/failureMessages.ts';
import { newJob } from '../../../../src/model/job.ts';
import type { Job } from '../../../../src/model/job.ts';

const MESSAGE = "Row 2: 'abc' is not a valid amount";
const step = { name: 'Load', status: 'failed', message: MESSAGE, count: 2, startedAt: 1, completedAt: 2 };
const status = { syncId: 's-1', status: 'failed', message: MESSAGE, startedAt: 1, completedAt: 2, steps: [step] };
const job: Job = newJob({
  accountId: 'a',
  syncId: 's-1',
  entityId: 'e',
  entityName: 'Budget',
  kind: 'upload',
  origin: 'started',
  knownSince: 1,
  status,
  source: { name: 'x.csv', rows: 2, byteLength: 9, uri: 'file:///x.csv' },
});

describe('The messages of a failed upload', () => {
  it('are those of the job and of its failed steps, each once', () => {
    assert.deepEqual(failureMessages(job), [MESSAGE]);
    const read = { ...step, name: 'Extract', status: 'completed', message: 'Row 1 was read.' };
    const load = { ...step, message: 'Column tax not found' };
    assert.deepEqual(failureMessages({ ...job, status: { ...status, steps: [read, load] } }), [
      MESSAGE,
      'Column tax not found',
    ]);
    const again = { ...load, status: 'completed', message: '' };
    assert.deepEqual(failureMessages({ ...job, status: { ...status, steps: [load, again] } }), [MESSAGE], 'retried');
    assert.deepEqual(failureMessages({ ...job, status: { ...status, message: '' } }), [MESSAGE], 'no empty one');
    assert.deepEqual(failureMessages({ ...job, status: undefined }), []);
  });

  it('refer to the data only in a form that is known, and in a file that is known', () => {
    assert.ok(refersToData(job));
    assert.ok(!refersToData({ ...job, kind: 'sync' }));
    assert.ok(!refersToData({ ...job, source: undefined }));
    assert.ok(!refersToData({ ...job, status: { ...status, status: 'completed', steps: [] } }));
    assert.ok(refersToData({ ...job, status: { ...status, status: 'completed' } }), 'its step failed');
    assert.ok(refersToData({ ...job, status: { ...status, message: 'Failed.' } }), 'only one of them does');
    assert.ok(!refersToData({ ...job, status: { ...status, message: 'Failed.', steps: [] } }));
  });
});
