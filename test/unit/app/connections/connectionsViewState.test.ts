import assert from 'node:assert/strict';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import type { ConnectionFeedState } from '../../../../src/app/connections/feedState.ts';
import { connectionsViewState } from '../../../../src/app/connections/connectionsViewState.ts';
import { currentConnectionLookup, otherConnection } from '../../../../src/app/connections/listedConnection.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { sampleJob } from '../../jobs/sampleJobs.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

function connection(entityId: string, change: Partial<Connection> = {}): Connection {
  return sampleConnection({
    entityId,
    entityName: `Name of ${entityId}`,
    lastSyncId: 's',
    lastSyncAt: 1,
    ...change,
  });
}

function loaded(...connections: readonly Connection[]): ConnectionFeedState {
  const times = { receivedAt: 2, requestedAt: 1, receivedAtMonotonic: asMonotonic(2) };
  return { kind: 'loaded', connections, droppedRows: 0, omittedRows: 0, ...times };
}

describe('The state of the Connections view', () => {
  const one = connection('a');

  it('distinguishes no connections from none that match the filter', () => {
    const contentOf = (count: number, shownCount: number) =>
      connectionsViewState(loaded(), { count, shownCount }).content;
    assert.deepEqual([contentOf(0, 0), contentOf(1, 0), contentOf(1, 1)], ['empty', 'filtered', 'loaded']);
    assert.equal(connectionsViewState({ kind: 'loading' }, { count: 0, shownCount: 0 }).content, 'loading');
  });

  it('groups failures by what the user can do', () => {
    const groupOf = (failure: Failure) =>
      connectionsViewState({ kind: 'failed', failure }, { count: 0, shownCount: 0 }).failure;
    assert.equal(groupOf({ kind: 'unauthorized', problem: undefined }), 'unauthorized');
    assert.equal(groupOf({ kind: 'unreachable', reason: 'refused', detail: '' }), 'unreachable');
    assert.equal(groupOf({ kind: 'redirected' }), 'other');
    assert.equal(connectionsViewState(loaded(one), { count: 1, shownCount: 1 }).failure, undefined);
  });
});

describe('The current connections', () => {
  const job = sampleJob({ entityId: 'a' });

  it('are those last listed, updated by the tracked jobs', () => {
    const jobs = { jobsForListAt: () => () => [job] };
    const feed = { state: loaded(connection('a')), find: connection };
    assert.equal(currentConnectionLookup(feed, jobs)('a')?.isCurrentlySyncing, true);
    assert.equal(currentConnectionLookup({ ...feed, find: () => undefined }, jobs)('a'), undefined);
    assert.equal(currentConnectionLookup({ ...feed, state: { kind: 'loading' } }, jobs)('a'), undefined);
  });

  it('name a connection that the service used in place of the requested one', () => {
    const started = { syncId: 's', entityId: 'b', message: '' };
    assert.equal(otherConnection(started, 'b', { find: () => undefined }), undefined);
    assert.equal(otherConnection(started, 'a', { find: connection }), 'Name of b');
    assert.equal(otherConnection(started, 'a', { find: () => undefined }), 'b');
  });
});
