import assert from 'node:assert/strict';
import { ConnectionFeed } from '../../../../src/app/connections/connectionFeed.ts';
import type { ConnectionsAnswer } from '../../../../src/app/connections/feedState.ts';
import { reconcileUpload } from '../../../../src/app/upload/reconcileUpload.ts';
import type { Reconciliation } from '../../../../src/app/upload/reconcileUpload.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

const BEFORE = sampleConnection({ entityId: 'one', entityName: 'One', lastSyncId: 'job-1' });

/** The reconciliation if the service returns these connections. */
async function found(answer: ConnectionsAnswer, before?: Connection): Promise<Reconciliation> {
  const feed = new ConnectionFeed({ list: () => Promise.resolve(answer), intervalMs: () => 0 });
  try {
    return await reconcileUpload('one', before, feed);
  } finally {
    feed.dispose();
  }
}

function listed(...connections: readonly Connection[]): ConnectionsAnswer {
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

  it('may be a job that runs, if nothing is known of the connection before', async () => {
    const running = { ...BEFORE, isCurrentlySyncing: true };
    assert.deepEqual(await found(listed(running)), { kind: 'running', syncId: 'job-1' });
    assert.deepEqual(await found(listed(running), BEFORE), { kind: 'running', syncId: 'job-1' });
    assert.deepEqual(await found(listed(running), running), { kind: 'noNewJob' });
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
    });
    assert.deepEqual(await reconcileUpload('one', BEFORE, feed), { kind: 'notListed' });
    feed.dispose();
  });
});
