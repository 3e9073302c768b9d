import assert from 'node:assert/strict';
import type { ConnectionFeedState } from '../../../../src/app/connections/connectionFeed.ts';
import { connectionsViewState, isSameConnections } from '../../../../src/app/connections/connectionsViewState.ts';
import { currentConnections, otherConnection } from '../../../../src/app/connections/knownConnection.ts';
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
  return { kind: 'loaded', connections, droppedRows: 0, omittedRows: 0, answeredAt: 2, askedAt: 1 };
}

describe('The state of the Connections view', () => {
  const one = connection('a');

  it('distinguishes no connections from none that match the filter', () => {
    assert.equal(connectionsViewState(loaded(), [], 0).content, 'empty');
    assert.equal(connectionsViewState(loaded(one), [one], 0).content, 'filtered');
    assert.equal(connectionsViewState(loaded(one), [one], 1).content, 'loaded');
    assert.equal(connectionsViewState({ kind: 'loading' }, [], 0).content, 'loading');
  });

  it('groups failures by what the user can do', () => {
    const groupOf = (failure: Failure) => connectionsViewState({ kind: 'failed', failure }, [], 0).failure;
    assert.equal(groupOf({ kind: 'unauthorized', problem: undefined }), 'unauthorized');
    assert.equal(groupOf({ kind: 'unreachable', reason: 'refused', detail: '' }), 'unreachable');
    assert.equal(groupOf({ kind: 'redirected' }), 'other');
    assert.equal(connectionsViewState(loaded(one), [one], 1).failure, undefined);
  });

  it('counts the connections that need attention', () => {
    const connections = [one, connection('b', { hasError: true }), connection('c', { hasError: true })];
    assert.equal(connectionsViewState(loaded(...connections), connections, 1).attentionCount, 2);
  });

  it('is redrawn only if a connection differs', () => {
    assert.ok(isSameConnections([one], [one]));
    assert.ok(isSameConnections([one], [connection('a')]));
    assert.ok(!isSameConnections([one], [connection('a', { hasError: true })]));
    assert.ok(!isSameConnections([one], []));
  });
});

describe('The current connections', () => {
  const job = sampleJob({ entityId: 'a' });

  it('are those last listed, updated by the tracked jobs', () => {
    const connections = currentConnections({ state: loaded(connection('a')) }, { syncsBeside: () => [job] });
    assert.deepEqual(
      connections.map(({ isCurrentlySyncing }) => isCurrentlySyncing),
      [true],
    );
    assert.deepEqual(currentConnections({ state: { kind: 'loading' } }, { syncsBeside: () => [job] }), []);
  });

  it('name a connection that the service used in place of the requested one', () => {
    const started = { syncId: 's', entityId: 'b', message: '' };
    assert.equal(otherConnection(started, 'b', { find: () => undefined }), undefined);
    assert.equal(otherConnection(started, 'a', { find: connection }), 'Name of b');
    assert.equal(otherConnection(started, 'a', { find: () => undefined }), 'b');
  });
});
