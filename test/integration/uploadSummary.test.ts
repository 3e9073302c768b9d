import assert from 'node:assert/strict';
import type { UploadPlan } from '../../src/app/upload/uploadPlan.ts';
import type { SendResult } from '../../src/app/upload/uploadPrompts.ts';
import { JobCollection } from '../../src/jobs/history/jobCollection.ts';
import type { Job } from '../../src/model/job.ts';
import { UploadSummary } from '../../src/ui/upload/uploadSummary.ts';
import { completedStatus, sampleJob } from '../unit/jobs/sampleJobs.ts';

const FAILED = completedStatus({ status: 'failed', message: 'Row 2: bad date.' });

function planOf(name: string, rows = 1): UploadPlan {
  const target = { entityId: 'a', name: 'Orders' };
  return { target, input: { uri: `file:///${name}`, file: { name } }, check: { rows } } as unknown as UploadPlan;
}

function started(syncId: string): SendResult {
  return { kind: 'started', started: { syncId, entityId: 'a', message: '' } };
}

function summaryOf(
  results: readonly SendResult[],
  jobs: readonly Partial<Job>[] = [],
  skippedNames: readonly string[] = [],
): UploadSummary {
  const known = new JobCollection(jobs.map((job) => sampleJob({ kind: 'upload', ...job })));
  return new UploadSummary(
    {
      kind: 'summary',
      plans: results.map((_, index) => planOf(`${index}.csv`, 1_000 * (index + 1))),
      results,
      skipped: skippedNames.map((name) => ({
        uri: `file:///${name}`,
        name,
        reason: { kind: 'error', error: Object.assign(new Error('no'), { code: 'ENOENT' }) },
      })),
      account: undefined,
      entityId: undefined,
    },
    {
      tracker: { jobs: known, findLookedUp: () => undefined, markRetried: () => undefined },
      retry: () => Promise.resolve({ kind: 'cancelled' }),
      openJob: () => Promise.resolve(),
    },
  );
}

describe('The summary of several uploads', () => {
  it('says for each file what became of it', () => {
    const results = [
      ...['running', 'good', 'bad', 'again', 'unknown'].map(started),
      { kind: 'failed', error: new Error('a defect') },
      { kind: 'signedOut' },
      { kind: 'cancelled' },
      { kind: 'unknown', error: undefined },
      { kind: 'notSent' },
    ] satisfies SendResult[];
    const jobs = [
      { syncId: 'running' },
      { syncId: 'good', status: completedStatus() },
      { syncId: 'bad', status: FAILED },
      { syncId: 'again', status: FAILED, isRetried: true },
    ];
    const summary = summaryOf(results, jobs, ['gone.csv']);
    const { title, completed, labels, files } = summary.model;
    assert.deepEqual(
      files.map(({ name, state, outcome }) => `${name} ${state}: ${outcome}`),
      [
        '0.csv running: started',
        '1.csv succeeded: completed',
        '2.csv failed: failed: Row 2: bad date.',
        '3.csv failed: failed: Row 2: bad date. · uploaded again',
        '4.csv waiting: accepted',
        '5.csv failed: “5.csv” could not be read or sent. See the log for details.',
        '6.csv failed: “6.csv” was not uploaded because the account was signed out.',
        '7.csv stopped: canceled; nothing was loaded',
        '8.csv lost: may have been accepted',
        '9.csv stopped: not sent',
        'gone.csv failed: “gone.csv” no longer exists. Restore it, or choose another file.',
      ],
    );
    assert.deepEqual([title, completed, labels.retry], ['5 of 11 files were accepted.', '', 'Retry Failed…']);
    assert.equal(
      summary.message,
      '5 of 11 files were accepted. 5.csv → Orders – “5.csv” could not be read or sent. See the log for details.',
    );
    assert.deepEqual(
      files.slice(0, 2).map(({ target, rows, syncId }) => [target, rows, syncId]),
      [
        ['Orders', '1,000', 'running'],
        ['Orders', '2,000', 'good'],
      ],
    );
  });

  it('says how many uploads completed once all have ended', () => {
    const results = ['one', 'two', 'three'].map(started);
    const completed = (...states: readonly (Job['status'] | undefined)[]): string =>
      summaryOf(
        results,
        ['one', 'two', 'three'].map((syncId, index) => {
          const status = states[index];
          return status === undefined ? { syncId } : { syncId, status };
        }),
      ).model.completed;
    const good = completedStatus();
    assert.equal(completed(good, FAILED, undefined), '');
    assert.equal(completed(good, good, good), '3 of 3 uploads completed.');
    assert.equal(completed(good, FAILED, FAILED), '1 of 3 uploads completed, 2 failed.');
  });

  it('offers no retry for what the service has or may have', () => {
    const summary = summaryOf(
      [started('good'), { kind: 'unknown', error: undefined }],
      [{ syncId: 'good', status: completedStatus() }],
    );
    assert.equal(summary.canRetry, false);
    assert.equal(summary.model.labels.retry, '');
  });
});
