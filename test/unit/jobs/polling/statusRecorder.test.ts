import assert from 'node:assert/strict';
import { monotonicNow, plusMs } from '../../../../src/base/monotonicClock.ts';
import { StatusRecorder } from '../../../../src/jobs/polling/statusRecorder.ts';
import { MemoryJobStore } from '../memoryJobStore.ts';
import { isRunning } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';
import { listOf, syncingConnection } from '../../model/sampleConnection.ts';

describe('An answer to a poll that was sent before the last one, by a window that lost the lease', () => {
  const ignore = (): void => undefined;
  const store = new MemoryJobStore();
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const recorder = new StatusRecorder({ accountId: ACCOUNT_ID, store, log });
  const earlier = plusMs(monotonicNow(), -20_000);

  beforeEach(() => {
    store.put(sampleJob({ knownSince: Date.now() }));
    recorder.recordStatus('sync-1', monotonicNow(), runningStatus({ message: 'newer' }));
  });

  it('changes nothing while the job runs', () => {
    const known = store.find(ACCOUNT_ID, 'sync-1');
    recorder.recordStatus('sync-1', earlier, runningStatus({ message: 'older' }));
    recorder.recordFailure('sync-1', earlier, { kind: 'notFound', problem: undefined });
    assert.equal(store.find(ACCOUNT_ID, 'sync-1'), known);
    assert.equal(known?.status?.message, 'newer');
  });

  it('counts if it tells the end', () => {
    recorder.recordStatus('sync-1', earlier, completedStatus());
    const job = store.find(ACCOUNT_ID, 'sync-1');
    assert.equal(job && isRunning(job), false);
  });

  it('counts if the last one was sent before the machine was restarted', () => {
    const later = plusMs(monotonicNow(), 3_600_000);
    store.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({
      ...job,
      ...(job.pollState && { pollState: { ...job.pollState, sentAt: later } }),
    }));
    recorder.recordStatus('sync-1', monotonicNow(), runningStatus({ message: 'newest' }));
    assert.equal(store.find(ACCOUNT_ID, 'sync-1')?.status?.message, 'newest');
  });
});

describe('The jobs that a list of connections tells to have ended', () => {
  const ignore = (): void => undefined;
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const ended = listOf([syncingConnection({ isCurrentlySyncing: false, lastSyncStatus: 'Failed', lastSyncAt: 7 })]);
  let store: MemoryJobStore;
  let recorder: StatusRecorder;

  beforeEach(() => {
    store = new MemoryJobStore();
    store.put(sampleJob({ knownSince: Date.now(), requestId: 'r', correlationId: 'c' }));
    recorder = new StatusRecorder({ accountId: ACCOUNT_ID, store, log });
    store.onDidChange((change) => recorder.handleChange(change));
  });
  afterEach(() => store.dispose());

  const job = () => store.find(ACCOUNT_ID, 'sync-1') ?? assert.fail('gone');

  it('are shown as ended at once where they are many, and their final status is still requested', () => {
    assert.deepEqual(
      recorder.recordListedEnds(ended, () => true),
      [],
    );
    const { status, listedEnd, requestId, correlationId } = job();
    assert.deepEqual([status?.status, status?.completedAt, listedEnd], ['Failed', 7, 'pending']);
    assert.deepEqual([requestId, correlationId], [undefined, undefined], 'no answer about the job');
    assert.deepEqual([isRunning(job()), recorder.runningJobs(), recorder.jobsToPoll().length], [false, [], 1]);
    assert.deepEqual(
      recorder.takeEnds().map(({ syncId }) => syncId),
      ['sync-1'],
    );
    assert.deepEqual(recorder.takeEnds(), [], 'once');
  });

  it('are polled at once where they are few, unless their last poll failed', () => {
    assert.deepEqual(
      recorder.recordListedEnds(ended, () => false),
      ['sync-1'],
    );
    assert.equal(isRunning(job()), true);
    recorder.recordFailure('sync-1', monotonicNow(), { kind: 'timedOut', afterMs: 1 });
    assert.deepEqual(
      recorder.recordListedEnds(ended, () => false),
      [],
    );
    assert.deepEqual([isRunning(job()), job().failure], [false, undefined]);
  });

  it('keep their end through a status that was requested before the list, and run on by a later one', () => {
    const before = plusMs(monotonicNow(), -1);
    recorder.recordListedEnds(ended, () => true);
    recorder.recordStatus('sync-1', before, runningStatus());
    assert.deepEqual([isRunning(job()), job().listedEnd], [false, 'pending']);
    recorder.recordStatus('sync-1', monotonicNow(), runningStatus());
    assert.deepEqual([isRunning(job()), job().listedEnd], [true, 'refuted']);
    assert.deepEqual(recorder.takeEnds(), [], 'it runs');
    assert.deepEqual(
      recorder.recordListedEnds(ended, () => true),
      ['sync-1'],
      'the list is not believed again',
    );
  });

  it('are complete with their final status and the ids of its answer', () => {
    recorder.recordListedEnds(ended, () => true);
    const final = completedStatus({ status: 'Failed', message: 'No disk' });
    recorder.recordStatus('sync-1', monotonicNow(), final, { requestId: 'r2', correlationId: 'c2' });
    const { status, listedEnd, requestId, correlationId } = job();
    assert.deepEqual([status, listedEnd, requestId, correlationId], [final, undefined, 'r2', 'c2']);
    assert.deepEqual(recorder.jobsToPoll(), []);
  });

  it('are forgotten with their account, or when they are removed', () => {
    recorder.recordListedEnds(ended, () => true);
    store.dismiss(ACCOUNT_ID, 'sync-1');
    assert.deepEqual(recorder.takeEnds(), []);
    store.put(sampleJob({ syncId: 'sync-2', knownSince: Date.now() }));
    recorder.recordStatus('sync-2', monotonicNow(), completedStatus({ syncId: 'sync-2' }));
    recorder.handleChange({ accountId: ACCOUNT_ID, syncId: undefined, before: undefined, after: undefined });
    assert.deepEqual(recorder.takeEnds(), []);
  });
});
