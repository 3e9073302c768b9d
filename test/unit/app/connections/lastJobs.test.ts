import assert from 'node:assert/strict';
import { LastJobs } from '../../../../src/app/connections/lastJobs.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../../jobs/sampleJobs.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

describe('The last job of a connection', () => {
  const connection = sampleConnection({ entityId: 'entity-1', lastSyncId: 'sync-1', isCurrentlySyncing: false });

  function lastJobs(lookedUp: Job, asked: string[] = []): LastJobs {
    return new LastJobs({
      known: new JobCollection(),
      findLookedUp: () => lookedUp,
      lookUp: (syncId) => (asked.push(syncId), Promise.resolve(undefined)),
    });
  }

  it('is looked up once it has ended', () => {
    const asked: string[] = [];
    const ended = sampleJob({ syncId: 'sync-1', status: completedStatus() });
    const jobs = lastJobs(ended, asked);
    assert.equal(jobs.find(connection), ended);
    assert.deepEqual([jobs.lookUp(connection), asked], [undefined, []]);
  });

  it('is looked up again if it was running then', async () => {
    const asked: string[] = [];
    const jobs = lastJobs(sampleJob({ syncId: 'sync-1', status: runningStatus() }), asked);
    assert.equal(jobs.find(connection), undefined);
    await jobs.lookUp(connection);
    assert.deepEqual(asked, ['sync-1']);
  });

  it('reads the known jobs once for all connections, as each reading asks the database', () => {
    let readings = 0;
    const jobs = new LastJobs({
      get known() {
        readings += 1;
        return new JobCollection();
      },
      findLookedUp: () => undefined,
      lookUp: () => Promise.resolve(undefined),
    });
    const read = jobs.reader(() => connection);
    for (const entityId of ['entity-1', 'entity-2', 'entity-3']) {
      assert.deepEqual(read(entityId), []);
    }
    assert.equal(readings, 1);
  });
});
