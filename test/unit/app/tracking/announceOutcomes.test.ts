import assert from 'node:assert/strict';
import { setImmediate as afterPromises } from 'node:timers/promises';
import { announceOutcomes } from '../../../../src/app/tracking/announceOutcomes.ts';
import type { Announcement, NotificationLevel } from '../../../../src/app/tracking/announceOutcomes.ts';
import { Emitter } from '../../../../src/base/event.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, sampleJob } from '../../jobs/sampleJobs.ts';

const succeeded = sampleJob({ syncId: 'succeeded', status: completedStatus() });
const finished = sampleJob({ syncId: 'finished', status: completedStatus({ status: 'archived' }) });
const failed = sampleJob({ syncId: 'failed', status: completedStatus({ status: 'failed' }) });
const failedUpload = sampleJob({ syncId: 'upload', kind: 'upload', status: completedStatus({ status: 'failed' }) });
const lost = sampleJob({ syncId: 'lost', isLost: true });

describe('Outcomes', () => {
  it('are all announced, each with its severity', () => {
    assert.deepEqual(announcedAt('all', [succeeded, finished, failed, failedUpload, lost]), [
      ['succeeded', 'information', false],
      ['finished', 'information', false],
      ['failed', 'error', false],
      ['upload', 'error', true],
      ['lost', 'warning', false],
    ]);
  });

  it('are announced only if they are failures or unknown, where the user wants only those', () => {
    const announced = announcedAt('failures', [succeeded, finished, failed, lost]);
    assert.deepEqual(
      announced.map(([syncId]) => syncId),
      ['failed', 'lost'],
    );
  });

  it('are not announced where notifications are off', () => {
    assert.deepEqual(announcedAt('off', [succeeded, failed, lost]), []);
  });

  for (const choice of ['job', 'message'] as const) {
    it(`count as seen once the user opens the ${choice}`, async () => {
      const calls = await callsAfter(() => Promise.resolve(choice));
      assert.deepEqual(calls, ['seen upload', `${choice} upload`]);
    });
  }

  it('stay unseen where the notification is dismissed', async () => {
    const calls = await callsAfter(() => Promise.resolve(undefined));
    assert.deepEqual(calls, []);
  });

  it('report what fails while they are shown', async () => {
    const calls = await callsAfter(() => Promise.reject(new Error('no window')));
    assert.deepEqual(calls, ['report no window']);
  });
});

function announcedAt(level: NotificationLevel, jobs: readonly Job[]): (readonly [string, string, boolean])[] {
  const outcomes = new Emitter<Job>();
  const announced: Announcement[] = [];
  const announce = (announcement: Announcement) => {
    announced.push(announcement);
    return Promise.resolve(undefined);
  };
  const prompts = { announce, showJob: () => undefined, showMessage: () => undefined };
  const tracker = { onDidClaimOutcome: outcomes.event, markSeen: () => undefined };
  const subscription = announceOutcomes(tracker, { level: () => level, prompts, report: assert.ifError });
  jobs.forEach((job) => outcomes.fire(job));
  subscription.dispose();
  outcomes.fire(failed);
  return announced.map(({ job, severity, offersMessage }) => [job.syncId, severity, offersMessage]);
}

/** What is called for a failed upload whose notification is answered like that. */
async function callsAfter(announce: () => Promise<'job' | 'message' | undefined>): Promise<readonly string[]> {
  const outcomes = new Emitter<Job>();
  const calls: string[] = [];
  const note = (name: string) => (job: Job) => calls.push(`${name} ${job.syncId}`);
  const tracker = {
    onDidClaimOutcome: outcomes.event,
    markSeen: (syncId?: string) => void calls.push(`seen ${syncId ?? ''}`),
  };
  announceOutcomes(tracker, {
    level: () => 'all',
    prompts: { announce, showJob: note('job'), showMessage: note('message') },
    report: (error) => calls.push(`report ${error instanceof Error ? error.message : ''}`),
  });
  outcomes.fire(failedUpload);
  await afterPromises();
  return calls;
}
