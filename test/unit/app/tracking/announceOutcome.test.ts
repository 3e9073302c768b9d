import assert from 'node:assert/strict';
import { announceOutcome } from '../../../../src/app/tracking/announceOutcome.ts';
import type { Announcement, NotificationLevel } from '../../../../src/app/tracking/announceOutcome.ts';
import type { ClaimedJobs } from '../../../../src/app/tracking/outcomeClaims.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import type { Job, JobKey } from '../../../../src/model/job.ts';
import { completedStatus, sampleJob } from '../../jobs/sampleJobs.ts';

const succeeded = sampleJob({ syncId: 'succeeded', status: completedStatus() });
const finished = sampleJob({ syncId: 'finished', status: completedStatus({ status: 'archived' }) });
const failed = sampleJob({ syncId: 'failed', status: completedStatus({ status: 'failed' }) });
const failedUpload = sampleJob({ syncId: 'upload', kind: 'upload', status: completedStatus({ status: 'failed' }) });
const lost = sampleJob({ syncId: 'lost', isLost: true });
const singles: readonly ClaimedJobs[] = [[succeeded], [finished], [failed], [failedUpload], [lost]];

describe('Outcomes', () => {
  it('are all announced, each with its severity, and with a retry if the job can be retried', async () => {
    assert.deepEqual(await announcedAt('all', singles), [
      ['succeeded', 'information', false],
      ['finished', 'information', false],
      ['failed', 'error', true],
      ['upload', 'error', true],
      ['lost', 'warning', true],
    ]);
  });

  it('are announced only if they are failures or unknown, where the user wants only those', async () => {
    const announced = await announcedAt('failures', [...singles, [succeeded, failed], [succeeded, finished]]);
    assert.deepEqual(
      announced.map(([syncIds]) => syncIds),
      ['failed', 'upload', 'lost', 'succeeded failed'],
    );
  });

  it('are not announced where notifications are off', async () => {
    assert.deepEqual(await announcedAt('off', singles), []);
  });

  it('of a batch have the severity of the worst, and a retry if all that failed can be retried together', async () => {
    const another = { ...failedUpload, syncId: 'upload-2' };
    assert.deepEqual(
      await announcedAt('all', [
        [succeeded, lost],
        [lost, failed],
        [succeeded, failedUpload],
        [failedUpload, another],
        [failed, failedUpload],
        [failed, lost],
      ]),
      [
        ['succeeded lost', 'warning', true],
        ['lost failed', 'error', true],
        ['succeeded upload', 'error', true],
        ['upload upload-2', 'error', false],
        ['failed upload', 'error', false],
        ['failed lost', 'error', true],
      ],
    );
  });

  it('offer no retry of a job that was retried', async () => {
    assert.deepEqual(await announcedAt('all', [[{ ...failed, isRetried: true }]]), [['failed', 'error', false]]);
  });

  it('count as seen once the user shows them', async () => {
    assert.deepEqual(await callsAfter([failed, lost], 'show'), ['seen failed lost', 'show failed lost']);
  });

  it('are retried if they can be, the failed ones of a batch together', async () => {
    const calls = await callsAfter([succeeded, failed, lost], 'retry');
    assert.deepEqual(calls.slice(1), ['retry failed lost']);
  });

  it('are shown instead, and why, if they were retried or removed in the meantime, or belong to another account', async () => {
    const shown = ['seen failed', 'nothing to retry failed', 'show failed'];
    assert.deepEqual(await callsAfter([failed], 'retry', []), shown);
    assert.deepEqual(await callsAfter([failed], 'retry', [{ ...failed, isRetried: true }]), shown);
  });

  it('are retried as far as they were not retried in the meantime', async () => {
    const calls = await callsAfter([failed, lost], 'retry', [{ ...failed, isRetried: true }, lost]);
    assert.deepEqual(calls.slice(1), ['retry lost']);
  });

  it('are shown in their file, and count as seen', async () => {
    assert.deepEqual(await callsAfter([failedUpload], 'showInFile'), ['seen upload', 'showInFile upload']);
  });

  it('stay unseen where the notification is dismissed', async () => {
    assert.deepEqual(await callsAfter([failed], undefined), []);
  });

  it('reject with what fails while they are shown', async () => {
    await assert.rejects(callsAfter([failed], new Error('no window')), /no window/);
  });
});

async function announcedAt(
  level: NotificationLevel,
  outcomes: readonly ClaimedJobs[],
): Promise<(readonly [string, string, boolean])[]> {
  const announced: Announcement[] = [];
  const announce = (announcement: Announcement) => {
    announced.push(announcement);
    return Promise.resolve(undefined);
  };
  const nothing = () => undefined;
  const prompts = { announce, show: nothing, retry: nothing, showNothingToRetry: nothing, showInFile: nothing };
  const tracker = { markSeen: () => undefined, jobs: new JobCollection() };
  for (const jobs of outcomes) {
    await announceOutcome(jobs, { tracker, level, prompts });
  }
  return announced.map(({ jobs, severity, offersRetry }) => [namesOf(jobs), severity, offersRetry]);
}

/** What is called once the notification of these jobs is answered like that. `known`: what is known of them by then. */
async function callsAfter(
  jobs: ClaimedJobs,
  answer: 'show' | 'retry' | 'showInFile' | undefined | Error,
  known: readonly Job[] = jobs,
): Promise<readonly string[]> {
  const calls: string[] = [];
  const tracker = {
    markSeen: (seen: readonly JobKey[]) => void calls.push(`seen ${seen.map(({ syncId }) => syncId).join(' ')}`),
    jobs: new JobCollection(known),
  };
  const prompts = {
    announce: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
    show: (shown: ClaimedJobs) => calls.push(`show ${namesOf(shown)}`),
    retry: (retried: ClaimedJobs) => calls.push(`retry ${namesOf(retried)}`),
    showNothingToRetry: (wanted: ClaimedJobs) => calls.push(`nothing to retry ${namesOf(wanted)}`),
    showInFile: ({ syncId }: Job) => calls.push(`showInFile ${syncId}`),
  };
  await announceOutcome(jobs, { tracker, level: 'all', prompts });
  return calls;
}

function namesOf(jobs: ClaimedJobs): string {
  return jobs.map(({ syncId }) => syncId).join(' ');
}
