import assert from 'node:assert/strict';
import { MemoryJobStore } from '../../../../src/jobs/store/memoryJobStore.ts';
import type { Session } from '../../../../src/app/session/session.ts';
import { JobTracker } from '../../../../src/app/tracking/jobTracker.ts';

describe('A sync that was started', () => {
  const session = {
    state: { kind: 'signedOut' },
    onDidChange: () => ({ dispose: () => undefined }),
  } as unknown as Session;

  /** What is remembered of a sync whose answer comes while this window uses no account. */
  function remembered(isKnown: boolean): number {
    const store = new MemoryJobStore();
    const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    const jobs = new JobTracker({
      ...{ session, store, log, windowId: 'window' },
      isKnown: (accountId) => isKnown && accountId === 'account-1',
      isFocused: () => true,
      list: () => Promise.resolve(undefined),
    });
    const started = { syncId: 'sync-1', entityId: 'one', message: '', requestId: undefined };
    assert.equal(jobs.start(started, { kind: 'sync', entityName: 'One', accountId: 'account-1' }).syncId, 'sync-1');
    jobs.dispose();
    return store.list('account-1').length;
  }

  it('is not remembered where its account was signed out before the answer', () => {
    assert.equal(remembered(false), 0);
  });

  it('is remembered where this window only changed to another account', () => {
    assert.equal(remembered(true), 1);
  });
});
