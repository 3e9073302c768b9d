import assert from 'node:assert/strict';
import { fileOutcomes, outcomeState, retryTarget, withRetries } from '../../../../src/app/upload/fileOutcomes.ts';
import type { UploadPlan } from '../../../../src/app/upload/uploadPlan.ts';
import type { SendResult } from '../../../../src/app/upload/uploadPrompts.ts';
import type { Job } from '../../../../src/model/job.ts';
import { sampleJob } from '../../jobs/sampleJobs.ts';

const COMPLETED = { completedAt: 1_000, message: '', startedAt: 0, steps: [] };

function planTo(entityId: string, name: string): UploadPlan {
  const target = { entityId, name: entityId };
  return { target, input: { uri: `file:///${name}`, file: { name } } } as unknown as UploadPlan;
}

function started(syncId: string): SendResult {
  return { kind: 'started', started: { syncId, entityId: 'a', message: '' } };
}

function jobOf(syncId: string, status: string | undefined, of: Partial<Job> = {}): Job {
  return sampleJob({
    syncId,
    kind: 'upload',
    ...(status === undefined ? {} : { status: { ...COMPLETED, syncId, status } }),
    ...of,
  });
}

describe('What became of several files', () => {
  const skipped = [
    { uri: 'file:///gone.csv', name: 'gone.csv', reason: { kind: 'error', error: new Error('gone') } },
  ] as const;

  function summaryOf(results: readonly SendResult[]) {
    return { plans: results.map((_, index) => planTo('a', `${index}.csv`)), results, skipped };
  }

  function outcomesOf(results: readonly SendResult[], jobs: readonly Job[] = []) {
    return fileOutcomes(summaryOf(results), (syncId) => jobs.find((job) => job.syncId === syncId));
  }

  it('is the state of the job of each file that was accepted, as it is now', () => {
    const results = ['running', 'good', 'bad', 'again', 'unknown'].map(started);
    const jobs = [
      jobOf('running', undefined),
      jobOf('good', 'completed'),
      jobOf('bad', 'failed'),
      jobOf('again', 'failed', { isRetried: true }),
    ];
    const outcomes = outcomesOf(results, jobs);
    assert.deepEqual(
      outcomes.map((outcome) => `${outcome.name} ${outcomeState(outcome)} ${outcome.canRetry ? 'retryable' : ''}`),
      [
        '0.csv running ',
        '1.csv succeeded ',
        '2.csv failed retryable',
        '3.csv failed ',
        '4.csv waiting ',
        'gone.csv failed retryable',
      ],
    );
  });

  it('can be retried unless the service may have the file', () => {
    const results: SendResult[] = [
      { kind: 'failed', error: new Error('no') },
      { kind: 'signedOut' },
      { kind: 'cancelled' },
      { kind: 'notSent' },
      { kind: 'unknown', error: undefined },
    ];
    const states = ['failed', 'failed', 'stopped', 'stopped', 'lost', 'failed'];
    assert.deepEqual(outcomesOf(results).map(outcomeState), states);
    assert.deepEqual(
      outcomesOf(results).map(({ canRetry }) => canRetry),
      [true, true, true, true, false, true],
    );
  });

  it('is that of the retry for each file that was sent again, and as before for the others', () => {
    const first = summaryOf([
      { kind: 'failed', error: new Error('no') },
      started('failed-first'),
      { kind: 'failed', error: new Error('first') },
      { kind: 'signedOut' },
      started('good'),
    ]);
    const retried = withRetries(first, {
      plans: ['0.csv', '1.csv', '2.csv', '3.csv', 'gone.csv'].map((name) => planTo('b', name)),
      results: [
        started('again'),
        { kind: 'unknown', error: undefined },
        { kind: 'cancelled' },
        { kind: 'notSent' },
        started('read'),
      ],
      skipped: [],
    });
    const jobs = [jobOf('again', 'failed'), jobOf('good', 'completed'), jobOf('read', undefined)];
    const outcomes = fileOutcomes(retried, (syncId) => jobs.find((job) => job.syncId === syncId));
    assert.deepEqual(
      outcomes.map((outcome) => {
        const target = outcome.kind === 'planned' ? outcome.plan.target.entityId : '';
        return `${outcome.name} ${target} ${outcomeState(outcome)} ${outcome.canRetry ? 'retryable' : ''}`;
      }),
      [
        '0.csv b failed retryable',
        '1.csv b lost ',
        '2.csv a failed retryable',
        '3.csv a failed retryable',
        '4.csv a succeeded ',
        'gone.csv b running ',
      ],
    );
  });

  it('has in place of a skipped folder the files that were found in it, also those that were not sent', () => {
    const reason = skipped[0].reason;
    const fileAt = (name: string) => ({ uri: `file:///${name}`, name, reason });
    const first = {
      plans: ['0.csv', 'exports/0.csv'].map((name) => planTo('a', name)),
      results: [started('good'), started('chosen too')],
      skipped: [...skipped, fileAt('exports'), fileAt('exports/chosen.txt'), fileAt('empty'), fileAt('empty/2026')],
    };
    const retried = withRetries(first, {
      plans: ['exports/0.csv', 'exports/1.csv', 'exports/2.csv', 'exports/chosen.txt', 'exports-2/3.csv'].map((name) =>
        planTo('b', name),
      ),
      results: [{ kind: 'notSent' }, started('1'), { kind: 'cancelled' }, started('chosen'), started('elsewhere')],
      skipped: ['exports/broken.csv', 'exports-2/broken.csv', 'empty', 'empty/2026'].map(fileAt),
    });
    assert.deepEqual(
      fileOutcomes(retried, () => undefined).map((outcome) => `${outcome.name} ${outcomeState(outcome)}`),
      [
        '0.csv waiting',
        'exports/0.csv waiting',
        'exports/chosen.txt waiting',
        'exports/1.csv waiting',
        'exports/2.csv stopped',
        'gone.csv failed',
        'empty failed',
        'empty/2026 failed',
        'exports/broken.csv failed',
      ],
    );
  });

  it('leads to the connection of each file again, and of a skipped one to what the settings or the others say', () => {
    const of = (...targets: readonly string[]) =>
      fileOutcomes(
        {
          plans: targets.map((target, index) => planTo(target, `${index}.csv`)),
          results: targets.map(() => ({ kind: 'notSent' })),
          skipped,
        },
        () => undefined,
      );
    const targetsOf = (all: ReturnType<typeof of>, hasSetting = false) =>
      all.map((file) => retryTarget(file, all, () => hasSetting));
    assert.deepEqual(targetsOf(of('a', 'a')), ['a', 'a', 'a']);
    assert.deepEqual(targetsOf(of('a', 'a'), true), ['a', 'a', undefined]);
    assert.deepEqual(targetsOf(of('a', 'b')), ['a', 'b', undefined]);
    assert.deepEqual(targetsOf(of()), [undefined]);
    const [bySetting, chosen, unread] = of('a', 'b');
    assert.ok(bySetting && chosen && unread);
    const hasSetting = (uri: string): boolean => uri === bySetting.uri;
    assert.equal(retryTarget(unread, [bySetting, unread], hasSetting), undefined, 'the settings name it for others');
    assert.equal(retryTarget(unread, [bySetting, chosen, unread], hasSetting), 'b');
  });
});
