import assert from 'node:assert/strict';
import { connectionState, needsAttention, untoldStatus } from '../../../src/model/connection.ts';
import type { Connection } from '../../../src/model/connection.ts';

const idle: Connection = {
  entityId: 'hash',
  entityName: 'Ledger',
  hasError: false,
  isActive: true,
  isCurrentlySyncing: false,
  lastSyncId: 's',
  lastSyncStatus: 'completed',
  lastSyncAt: Date.UTC(2026, 0, 2),
  nextScheduledSyncAt: undefined,
  sourceSystem: 'ERP',
};
const neverSynced = { ...idle, lastSyncId: undefined, lastSyncStatus: undefined, lastSyncAt: undefined };

describe('connectionState', () => {
  for (const [name, connection, state] of [
    ['one that has synced', idle, 'idle'],
    ['one that has not', neverSynced, 'neverSynced'],
    ['one of whose sync only the id is known', { ...neverSynced, lastSyncId: 's' }, 'idle'],
    ['one of whose sync only the time is known', { ...neverSynced, lastSyncAt: 0 }, 'idle'],
    ['one of whose sync only the status is known', { ...neverSynced, lastSyncStatus: 'completed' }, 'idle'],
    ['one whose last sync reported errors', { ...idle, hasError: true }, 'error'],
    ['one that is switched off', { ...idle, isActive: false }, 'inactive'],
    ['one that is switched off with an old error', { ...idle, isActive: false, hasError: true }, 'inactive'],
    ['one that syncs for the first time', { ...neverSynced, isCurrentlySyncing: true }, 'syncing'],
    ['one that syncs after an error', { ...idle, hasError: true, isCurrentlySyncing: true }, 'syncing'],
    ['one that is switched off and syncs', { ...idle, isActive: false, isCurrentlySyncing: true }, 'syncing'],
  ] as const) {
    it(`calls ${name} ${state}`, () => {
      assert.equal(connectionState(connection), state);
    });
  }
});

describe('needsAttention', () => {
  it('asks for a look at active connections with errors alone', () => {
    assert.equal(needsAttention({ ...idle, hasError: true }), true);
    assert.equal(needsAttention({ ...idle, hasError: true, isActive: false }), false);
    assert.equal(needsAttention(idle), false);
    assert.equal(needsAttention({ ...idle, hasError: true, isCurrentlySyncing: true }), false, 'it counts as running');
  });
});

describe('untoldStatus', () => {
  for (const [lastSyncStatus, changes, expected] of [
    ['completed', {}, undefined],
    ['Succeeded', {}, undefined],
    ['running', {}, undefined],
    [undefined, {}, undefined],
    ['failed', { hasError: true }, undefined],
    ['failed', {}, 'failed'],
    ['CompletedWithErrors', { hasError: true }, 'CompletedWithErrors'],
    ['Cancelled', {}, 'Cancelled'],
    ['Archived', {}, 'Archived'],
    ['Archived', { isCurrentlySyncing: true }, undefined],
  ] as const) {
    it(`is ${expected ?? 'nothing'} for ${String(lastSyncStatus)} with ${JSON.stringify(changes)}`, () => {
      assert.equal(untoldStatus({ ...idle, lastSyncStatus, ...changes }), expected);
    });
  }
});
