import assert from 'node:assert/strict';
import { probableEnds } from '../../../../src/jobs/polling/probableEnds.ts';
import { listOf, syncingConnection } from '../../model/sampleConnection.ts';
import { runningStatus, sampleJob } from '../sampleJobs.ts';

describe('The end of a job as the list of connections tells it', () => {
  it('finds the running jobs whose connection has stopped syncing', () => {
    const jobs = ['sync-1', 'sync-2', 'sync-3', 'sync-4'].map((syncId) => sampleJob({ syncId, entityId: syncId }));
    const connections = [
      syncingConnection({
        entityId: 'sync-1',
        lastSyncId: 'sync-1',
        isCurrentlySyncing: false,
        lastSyncStatus: 'running',
      }),
      syncingConnection({ entityId: 'sync-2', lastSyncId: 'sync-2' }),
      syncingConnection({ entityId: 'sync-3', lastSyncId: undefined, isCurrentlySyncing: false }),
    ];
    assert.deepEqual(probableEnds(listOf(connections), jobs), [{ job: jobs[0], status: undefined }]);
  });

  it('takes the end of a job from its connection if that says how it ended', () => {
    const job = sampleJob();
    const ended = syncingConnection({ isCurrentlySyncing: false, lastSyncStatus: 'Failed', lastSyncAt: 7 });
    const [end] = probableEnds(listOf([ended]), [job]);
    assert.equal(end?.status?.status, 'Failed');
    assert.equal(end.status.completedAt, 7);
  });

  it('takes no end from a connection whose time is from before the job began, as its status is, too', () => {
    const job = sampleJob({ status: runningStatus({ startedAt: 8 }) });
    const ended = syncingConnection({ isCurrentlySyncing: false, lastSyncStatus: 'Failed', lastSyncAt: 7 });
    assert.deepEqual(probableEnds(listOf([ended]), [job]), [{ job, status: undefined }]);
  });

  it('takes a sync to have ended when its connection has gone on to another, and an upload not', () => {
    const next = syncingConnection({ lastSyncId: 'sync-2' });
    assert.deepEqual(probableEnds(listOf([next]), [sampleJob()]), [{ job: sampleJob(), status: undefined }]);
    assert.deepEqual(probableEnds(listOf([next]), [sampleJob({ kind: 'upload' })]), []);
  });
});
