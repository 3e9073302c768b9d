import assert from 'node:assert/strict';
import { monotonicNow, plusMs } from '../../../../src/base/monotonicClock.ts';
import { jobsProbablyOver, StatusRecorder } from '../../../../src/jobs/polling/statusRecorder.ts';
import { MemoryJobStore } from '../../../../src/jobs/store/memoryJobStore.ts';
import { isRunning } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';
import { listOf, syncingConnection } from '../../model/sampleConnection.ts';

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
    assert.deepEqual(jobsProbablyOver(listOf(connections), jobs), [{ job: jobs[0], status: undefined }]);
  });

  it('takes the end of a job from its connection if that says how it ended', () => {
    const job = sampleJob();
    const ended = syncingConnection({ isCurrentlySyncing: false, lastSyncStatus: 'Failed', lastSyncAt: 7 });
    const [end] = jobsProbablyOver(listOf([ended]), [job]);
    assert.equal(end?.status?.status, 'Failed');
    assert.equal(end.status.completedAt, 7);
  });

  it('takes no end from a connection whose time is from before the job began, as its status is, too', () => {
    const job = sampleJob({ status: runningStatus({ startedAt: 8 }) });
    const ended = syncingConnection({ isCurrentlySyncing: false, lastSyncStatus: 'Failed', lastSyncAt: 7 });
    assert.deepEqual(jobsProbablyOver(listOf([ended]), [job]), [{ job, status: undefined }]);
  });

  it('takes a sync to have ended when its connection has gone on to another, and an upload not', () => {
    const next = syncingConnection({ lastSyncId: 'sync-2' });
    assert.deepEqual(jobsProbablyOver(listOf([next]), [sampleJob()]), [{ job: sampleJob(), status: undefined }]);
    assert.deepEqual(jobsProbablyOver(listOf([next]), [sampleJob({ kind: 'upload' })]), []);
  });
});

describe('An answer to a poll that was sent before the last one, by a window that lost the lease', () => {
  const ignore = (): void => undefined;
  const store = new MemoryJobStore();
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const recorder = new StatusRecorder({ accountId: ACCOUNT_ID, store, log });
  const earlier = plusMs(monotonicNow(), -20_000);

  beforeEach(() => {
    store.put(sampleJob({ knownSince: Date.now() }));
    recorder.noteStatus('sync-1', monotonicNow(), runningStatus({ message: 'newer' }));
  });

  it('changes nothing while the job runs', () => {
    const known = store.find(ACCOUNT_ID, 'sync-1');
    recorder.noteStatus('sync-1', earlier, runningStatus({ message: 'older' }));
    recorder.noteFailure('sync-1', earlier, { kind: 'notFound', problem: undefined });
    assert.equal(store.find(ACCOUNT_ID, 'sync-1'), known);
    assert.equal(known?.status?.message, 'newer');
  });

  it('counts if it tells the end', () => {
    recorder.noteStatus('sync-1', earlier, completedStatus());
    const job = store.find(ACCOUNT_ID, 'sync-1');
    assert.equal(job && isRunning(job), false);
  });

  it('counts if the last one was sent before the machine was restarted', () => {
    const later = plusMs(monotonicNow(), 3_600_000);
    store.update(ACCOUNT_ID, 'sync-1', (job) => ({
      ...job,
      ...(job.pollState && { pollState: { ...job.pollState, askedAt: later } }),
    }));
    recorder.noteStatus('sync-1', monotonicNow(), runningStatus({ message: 'newest' }));
    assert.equal(store.find(ACCOUNT_ID, 'sync-1')?.status?.message, 'newest');
  });
});
