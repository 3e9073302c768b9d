import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import type { JobConnection } from '../../../../src/app/tracking/lookedUpJobs.ts';
import { LookedUpJobs } from '../../../../src/app/tracking/lookedUpJobs.ts';
import type { PollResult } from '../../../../src/jobs/polling/statusPoller.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import type { Job } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus, runningStatus } from '../../jobs/sampleJobs.ts';

describe('A job that is not followed', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let asked: string[];
  let adopted: Job[];
  let found: Job[];
  let isDismissed: boolean;
  let respond: (syncId: string) => PollResult | undefined;
  let findConnection: ConstructorParameters<typeof LookedUpJobs>[0]['findConnection'];
  let jobs: LookedUpJobs;

  beforeEach(() => {
    clock = FakeTimers.install({ now: 1_000_000, toFake: ['Date', 'performance', 'hrtime'] });
    [asked, adopted, found, isDismissed] = [[], [], [], false];
    respond = (syncId) => ({ kind: 'status', status: completedStatus({ syncId, status: 'failed', startedAt: 7 }) });
    findConnection = (syncId, entityId) => {
      const found = syncId === 'sync-1' ? { entityId: 'entity-1', entityName: 'Orders' } : undefined;
      return Promise.resolve(entityId === undefined ? found : { entityId, entityName: '' });
    };
    jobs = new LookedUpJobs({
      accountId: ACCOUNT_ID,
      findConnection: (syncId, entityId) => findConnection(syncId, entityId),
      watcher: {
        lookups: { lookUp: (syncId: string) => (asked.push(syncId), Promise.resolve(respond(syncId))) },
        adopt: (added: readonly Job[]) => (adopted.push(...added), isDismissed ? 0 : added.length),
      } as unknown as ConstructorParameters<typeof LookedUpJobs>[0]['watcher'],
    });
    jobs.onDidLookUp((job) => found.push(job));
  });

  afterEach(() => {
    jobs.dispose();
    clock.uninstall();
  });

  it('is requested once, kept, and not followed if it has ended', async () => {
    const first = await jobs.lookUp('sync-1');
    assert.ok(first?.kind === 'job');
    const { entityName, knownSince, isSeen, status } = first.job;
    assert.deepEqual([entityName, knownSince, isSeen, status?.message], ['Orders', 7, true, 'Done']);
    const { kind, origin } = first.job;
    assert.deepEqual([kind, origin], ['sync', 'adopted'], 'it was not started here, and its end is not announced');
    assert.deepEqual(await jobs.lookUp('sync-1'), first);
    assert.equal(jobs.find('sync-1'), first.job);
    assert.deepEqual([asked, adopted, found], [['sync-1'], [], [first.job]]);
  });

  it('is not stored if the account is signed out while its connection is looked for', async () => {
    respond = (syncId) => ({ kind: 'status', status: runningStatus({ syncId }) });
    let release: (connection: JobConnection) => void = () => undefined;
    findConnection = () => new Promise((resolve) => (release = resolve));
    const lookup = jobs.lookUp('sync-1');
    // The response has arrived.
    await new Promise(setImmediate);
    jobs.dispose();
    release({ entityId: 'entity-1', entityName: 'Orders' });
    assert.equal(await lookup, undefined);
    assert.deepEqual([asked, adopted, found], [['sync-1'], [], []]);
  });

  it('has the connection that the caller names', async () => {
    await jobs.lookUp('sync-2', { connection: { entityId: 'entity-2', entityName: 'Budget' } });
    await jobs.lookUp('sync-3');
    await jobs.lookUp('sync-4', { entityId: 'entity-4' });
    assert.deepEqual(
      found.map(({ entityId, entityName }) => [entityId, entityName]),
      [
        ['entity-2', 'Budget'],
        ['', ''],
        ['entity-4', ''],
      ],
    );
  });

  it('is followed if it is running, and requested again when it is asked for again', async () => {
    respond = (syncId) => ({ kind: 'status', status: runningStatus({ syncId }) });
    await jobs.lookUp('sync-1');
    await jobs.lookUp('sync-1');
    assert.deepEqual(
      adopted.map(({ syncId }) => syncId),
      ['sync-1', 'sync-1'],
    );
    assert.equal(asked.length, 2);
  });

  it('is kept while it runs only if it is not followed, so that it is not shown as running for good', async () => {
    respond = (syncId) => ({ kind: 'status', status: runningStatus({ syncId }) });
    await jobs.lookUp('sync-1');
    assert.equal(jobs.find('sync-1'), undefined);
    // The user has stopped watching it.
    isDismissed = true;
    await jobs.lookUp('sync-1');
    assert.equal(jobs.find('sync-1'), found[1]);
  });

  it('is not followed if its connection is not known', async () => {
    respond = (syncId) => ({ kind: 'status', status: runningStatus({ syncId }) });
    await jobs.lookUp('sync-2');
    assert.deepEqual([adopted, found.map(({ syncId }) => syncId)], [[], ['sync-2']]);
  });

  it('is not requested again within a minute of a failure, and never if the service does not know it', async () => {
    const failures: Record<string, Failure> = {
      gone: { kind: 'notFound', problem: undefined },
      later: { kind: 'rateLimited', retryAfterMs: 1000 },
    };
    respond = (syncId) => ({ kind: 'failure', failure: failures[syncId] ?? { kind: 'signedOut' } });
    const lookUpBoth = async (): Promise<void> => {
      for (const syncId of ['gone', 'later']) {
        assert.deepEqual(await jobs.lookUp(syncId), { kind: 'failure', failure: failures[syncId] });
      }
    };
    await lookUpBoth();
    await lookUpBoth();
    assert.deepEqual(asked, ['gone', 'later']);
    clock.tick(60_000);
    await lookUpBoth();
    assert.deepEqual(asked, ['gone', 'later', 'later']);
  });

  it('is requested again after a failure if the user asks for it again, but not once it has ended', async () => {
    respond = () => ({ kind: 'failure', failure: { kind: 'notFound', problem: undefined } });
    await jobs.lookUp('sync-1');
    respond = (syncId) => ({ kind: 'status', status: completedStatus({ syncId }) });
    for (let times = 0; times < 2; times += 1) {
      assert.equal((await jobs.lookUp('sync-1', { isRetry: true }))?.kind, 'job');
    }
    assert.deepEqual(asked, ['sync-1', 'sync-1']);
  });

  it('is kept with the 500 latest ones', async () => {
    for (let at = 0; at <= 500; at += 1) {
      await jobs.lookUp(`sync-${at}`);
    }
    assert.equal(jobs.find('sync-0'), undefined);
    assert.ok(jobs.find('sync-1') && jobs.find('sync-500'));
  });

  it('is not kept for another account', async () => {
    respond = () => undefined;
    assert.equal(await jobs.lookUp('sync-1'), undefined);
    assert.equal(jobs.find('sync-1'), undefined);
  });
});
