import assert from 'node:assert/strict';
import { ConnectionFeed } from '../../../../src/app/connections/connectionFeed.ts';
import type { ConnectionsResponse } from '../../../../src/app/connections/feedState.ts';
import type { SignedInState } from '../../../../src/app/session/session.ts';
import { reconcileUpload, withUnanswered } from '../../../../src/app/upload/reconcileUpload.ts';
import type { UploadReconciliation } from '../../../../src/app/upload/reconcileUpload.ts';
import type { UploadPlan } from '../../../../src/app/upload/uploadPlan.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import type { Job } from '../../../../src/model/job.ts';
import type { UploadIntent } from '../../../../src/model/upload.ts';
import { completedStatus, sampleJob } from '../../jobs/sampleJobs.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

const SIGNED_IN = {
  accountId: 'account-1',
  session: { state: { kind: 'signedIn', account: { id: 'account-1' } } as SignedInState },
};
const BEFORE = sampleConnection({ entityId: 'one', entityName: 'One', lastSyncId: 'job-1' });

/** The reconciliation if the service returns these connections. */
async function found(
  response: ConnectionsResponse,
  before?: Connection,
  known: readonly Job[] = [],
): Promise<UploadReconciliation> {
  const tracker = { jobs: new JobCollection(known) };
  const feed = new ConnectionFeed({ list: () => Promise.resolve(response), intervalMs: () => 0, pauseLeftMs: () => 0 });
  try {
    return await reconcileUpload('one', before, { ...SIGNED_IN, feed, tracker });
  } finally {
    feed.dispose();
  }
}

function listed(...connections: readonly Connection[]): ConnectionsResponse {
  return { kind: 'connections', connections, droppedRows: 0, omittedRows: 0, byteLength: 0 };
}

describe('An upload that was not answered', () => {
  it('is probably a job that the connection did not show before', async () => {
    const now = { ...BEFORE, lastSyncId: 'job-2' };
    assert.deepEqual(await found(listed(now), BEFORE), { kind: 'newJob', syncId: 'job-2' });
    assert.deepEqual(await found(listed(now), { ...BEFORE, lastSyncId: undefined }), {
      kind: 'newJob',
      syncId: 'job-2',
    });
  });

  it('is no job that was started here, such as that of the file before it', async () => {
    const now = { ...BEFORE, lastSyncId: 'job-2' };
    const job = sampleJob({ syncId: 'job-2', entityId: 'one' });
    const noNewJob = { kind: 'noNewJob' };
    assert.deepEqual(await found(listed(now), BEFORE, [job]), noNewJob);
    assert.deepEqual(await found(listed({ ...now, isCurrentlySyncing: true }), BEFORE, [job]), noNewJob);
    for (const other of [
      { ...job, origin: 'adopted' } as const,
      { ...job, entityId: 'two' },
      { ...job, syncId: 'job-1' },
    ]) {
      assert.deepEqual(await found(listed(now), BEFORE, [other]), { kind: 'newJob', syncId: 'job-2' });
    }
  });

  it('may be what runs, if the jobs that were started here have ended', async () => {
    const running = { ...BEFORE, isCurrentlySyncing: true };
    const job = sampleJob({ syncId: 'job-1', entityId: 'one' });
    assert.deepEqual(await found(listed(running), BEFORE, [job]), { kind: 'noNewJob' });
    const ended = { ...job, status: completedStatus({ syncId: 'job-1' }) };
    const adopted = { ...job, origin: 'adopted' } as const;
    for (const other of [ended, adopted]) {
      assert.deepEqual(await found(listed(running), BEFORE, [other]), { kind: 'running', syncId: 'job-1' });
    }
  });

  it('may be a job that runs, if nothing is known of the connection before', async () => {
    const running = { ...BEFORE, isCurrentlySyncing: true };
    assert.deepEqual(await found(listed(running)), { kind: 'running', syncId: 'job-1' });
    assert.deepEqual(await found(listed(running), BEFORE), { kind: 'running', syncId: 'job-1' });
    assert.deepEqual(await found(listed(running), running), { kind: 'noNewJob' });
    assert.deepEqual(await found(listed({ ...running, lastSyncId: undefined })), {
      kind: 'running',
      syncId: undefined,
    });
  });

  it('shows no job if the connection is as before', async () => {
    assert.deepEqual(await found(listed(BEFORE), BEFORE), { kind: 'noNewJob' });
    assert.deepEqual(await found(listed({ ...BEFORE, lastSyncId: undefined }), BEFORE), { kind: 'noNewJob' });
    assert.deepEqual(await found(listed(BEFORE)), { kind: 'noNewJob' });
  });

  it('stays unknown if the connection is not listed, or the connections can’t be read', async () => {
    assert.deepEqual(await found(listed(), BEFORE), { kind: 'notListed' });
    const failure = { kind: 'timedOut', afterMs: 1000 } as const;
    assert.deepEqual(await found({ kind: 'failure', failure }, BEFORE), { kind: 'failure', failure });
  });

  it('is not looked for in the list of another account', async () => {
    const feed = new ConnectionFeed({
      list: () => {
        feed.reset();
        return Promise.resolve(listed({ ...BEFORE, lastSyncId: 'job-2' }));
      },
      intervalMs: () => 0,
      pauseLeftMs: () => 0,
    });
    const tracker = { jobs: new JobCollection() };
    assert.deepEqual(await reconcileUpload('one', BEFORE, { ...SIGNED_IN, feed, tracker }), { kind: 'accountChanged' });
    feed.dispose();
  });
});

describe('An earlier upload that was not answered', () => {
  const intent: UploadIntent = {
    id: 'i',
    state: 'unknown',
    at: 0,
    entityId: 'one',
    uri: 'file:///lost.csv',
    name: 'lost.csv',
    digest: 'd',
    before: { lastSyncId: 'job-1' },
    leaseUntil: asMonotonic(0),
  };

  function planOf(uri: string): UploadPlan {
    const target = { entityId: 'one', name: 'One' };
    return { target, input: { uri }, check: { digest: 'd' } } as unknown as UploadPlan;
  }

  /** What is known of the files, and how often the connections were read. */
  async function unanswered(
    sources: readonly string[],
    of: { before?: UploadIntent['before']; connections?: readonly Connection[]; jobs?: readonly Job[] } = {},
  ) {
    const { connections = [BEFORE], jobs = [] } = of;
    let reads = 0;
    const list = () => {
      reads++;
      return Promise.resolve(listed(...connections));
    };
    const feed = new ConnectionFeed({ list, intervalMs: () => 0, pauseLeftMs: () => 0 });
    const lost = { ...intent, ...('before' in of && { before: of.before }) };
    const intents = {
      unanswered: (_: string, { uri }: { uri: string }) => (uri === intent.uri ? lost : undefined),
    };
    try {
      const plans = await withUnanswered(sources.map(planOf), 'account', {
        intents,
        feed,
        tracker: { jobs: new JobCollection(jobs) },
      });
      return { reads, found: plans.map((plan) => plan.unanswered && { newSyncId: plan.unanswered.newSyncId }) };
    } finally {
      feed.dispose();
    }
  }

  it('is looked for in the connections, which are read once, and only if there is one', async () => {
    assert.deepEqual(await unanswered(['file:///a.csv']), { reads: 0, found: [undefined] });
    const connections = [{ ...BEFORE, lastSyncId: 'job-2' }];
    assert.deepEqual(await unanswered(['file:///a.csv', intent.uri, intent.uri], { connections }), {
      reads: 1,
      found: [undefined, { newSyncId: 'job-2' }, { newSyncId: 'job-2' }],
    });
  });

  it('is probably the job that the connection shows since then, unless that was started here', async () => {
    const newSyncId = async (of: Parameters<typeof unanswered>[1]): Promise<string | undefined> =>
      (await unanswered([intent.uri], of)).found[0]?.newSyncId;
    const connections = [{ ...BEFORE, lastSyncId: 'job-2' }];
    assert.equal(await newSyncId({}), undefined, 'it shows the same');
    assert.equal(await newSyncId({ before: { lastSyncId: undefined }, connections }), 'job-2', 'it had none');
    assert.equal(await newSyncId({ before: undefined, connections }), undefined, 'what it had is not known');
    assert.equal(await newSyncId({ connections: [] }), undefined, 'it is gone');
    const withoutJob = { ...BEFORE, lastSyncId: undefined };
    assert.equal(await newSyncId({ connections: [withoutJob] }), undefined, 'it has none any more');
    const job = sampleJob({ syncId: 'job-2', entityId: 'one' });
    assert.equal(await newSyncId({ connections, jobs: [job] }), undefined);
    assert.equal(await newSyncId({ connections, jobs: [{ ...job, origin: 'adopted' }] }), 'job-2');
    assert.equal(await newSyncId({ connections, jobs: [{ ...job, syncId: 'job-3' }] }), 'job-2');
  });
});
