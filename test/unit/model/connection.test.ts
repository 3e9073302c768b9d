import assert from 'node:assert/strict';
import { connectionState, hasFailedTwice, needsAttention, statusDetail } from '../../../src/model/connection.ts';
import { newJob } from '../../../src/model/job.ts';
import type { Job } from '../../../src/model/job.ts';
import { sampleConnection } from './sampleConnection.ts';

const idle = sampleConnection({
  entityId: 'hash',
  entityName: 'Ledger',
  lastSyncId: 's',
  lastSyncStatus: 'completed',
  lastSyncAt: Date.UTC(2026, 0, 2),
});
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
  it('is true only for active connections with errors', () => {
    assert.equal(needsAttention({ ...idle, hasError: true }), true);
    assert.equal(needsAttention({ ...idle, hasError: true, isActive: false }), false);
    assert.equal(needsAttention(idle), false);
    assert.equal(needsAttention({ ...idle, hasError: true, isCurrentlySyncing: true }), false, 'it counts as running');
  });
});

describe('needsAttention of a connection without errors', () => {
  for (const flag of ['isLate', 'hasFailedTwice'] as const) {
    it(`is true if it ${flag === 'isLate' ? 'is late' : 'has failed twice'}, active, and no sync runs`, () => {
      assert.equal(needsAttention({ ...idle, [flag]: true }), true);
      assert.equal(needsAttention({ ...neverSynced, [flag]: true }), true);
      assert.equal(needsAttention({ ...idle, [flag]: true, isCurrentlySyncing: true }), false);
      assert.equal(needsAttention({ ...idle, [flag]: true, isActive: false }), false);
    });
  }
});

describe('hasFailedTwice', () => {
  const run = (syncId: string, status: string, completedAt: number, changes: Partial<Job> = {}): Job =>
    newJob({
      accountId: 'a',
      syncId,
      entityId: 'hash',
      entityName: '',
      kind: 'sync',
      origin: 'started',
      knownSince: 0,
      status: { syncId, status, message: '', startedAt: 0, completedAt, steps: [] },
      ...changes,
    });
  const [last, previous] = [run('s2', 'failed', 2000), run('s1', 'failed', 1000)];
  const failing = { ...idle, hasError: true, lastSyncId: 's2' };

  it('is true for two failures in a row, whatever runs now and whatever was lost', () => {
    assert.equal(hasFailedTwice(failing, [last, previous]), true);
    const running = run('s3', 'running', 0, { status: undefined });
    assert.equal(hasFailedTwice(failing, [running, run('lost', 'running', 0, { isLost: true }), last, previous]), true);
  });

  it('is false for one, and for two with another outcome between them', () => {
    assert.equal(hasFailedTwice(failing, [last]), false);
    assert.equal(hasFailedTwice(failing, [last, run('ok', 'completed', 1500), previous]), false);
    assert.equal(hasFailedTwice(failing, [last, run('held', 'Held', 1500), previous]), false);
    assert.equal(hasFailedTwice(idle, []), false);
  });

  it('is false once the list shows a later sync that succeeded', () => {
    assert.equal(hasFailedTwice({ ...idle, lastSyncAt: 3000, lastSyncId: 's9' }, [last, previous]), false);
    assert.equal(hasFailedTwice({ ...idle, lastSyncAt: 500, lastSyncId: 's0' }, [last, previous]), true, 'it is older');
    assert.equal(
      hasFailedTwice({ ...idle, lastSyncAt: 3000, lastSyncId: 's2' }, [last, previous]),
      true,
      'it is the same',
    );
    assert.equal(hasFailedTwice({ ...idle, lastSyncAt: undefined, lastSyncId: undefined }, [last, previous]), true);
  });
});

describe('statusDetail', () => {
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
      assert.equal(statusDetail({ ...idle, lastSyncStatus, ...changes }), expected);
    });
  }
});
