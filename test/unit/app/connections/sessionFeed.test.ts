import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/apiError.ts';
import type { ConnectionFeed } from '../../../../src/app/connections/connectionFeed.ts';
import { accountFeed, createSessionFeed } from '../../../../src/app/connections/sessionFeed.ts';
import type { RefreshResult } from '../../../../src/app/connections/feedState.ts';
import type { Session, SessionState } from '../../../../src/app/session/session.ts';
import { Emitter } from '../../../../src/base/event.ts';
import { readClocks, plusMs } from '../../../../src/base/monotonicClock.ts';
import { MemoryJobStore } from '../../jobs/memoryJobStore.ts';
import type { Account } from '../../../../src/model/account.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { ACCOUNT_ID } from '../../jobs/sampleJobs.ts';

describe('The feed of the session', () => {
  const response = { connections: [], droppedRows: 0, omittedRows: 0, byteLength: 0 };
  let states: Emitter<SessionState>;
  let state: SessionState;
  let store: MemoryJobStore;
  let list: () => Promise<typeof response>;
  let noted: Failure[];
  let feed: ConnectionFeed;

  beforeEach(() => {
    states = new Emitter();
    store = new MemoryJobStore();
    noted = [];
    list = () => Promise.resolve(response);
    const client = { listConnections: () => list() };
    state = { kind: 'signedIn', account: { id: ACCOUNT_ID }, client, isStored: true } as unknown as SessionState;
    const session = {
      get state() {
        return state;
      },
      onDidChange: states.event,
      recordFailure: (failure: Failure) => noted.push(failure),
    } as unknown as Session;
    feed = createSessionFeed({ session, store, intervalMs: () => 60_000 });
  });

  afterEach(() => feed.dispose());

  function change(next: SessionState): void {
    state = next;
    states.fire(next);
  }

  it('lists the connections of the account that is signed in, and begins anew for another', async () => {
    assert.deepEqual(await feed.refresh(), { kind: 'connections', ...response });
    assert.equal(feed.state.kind, 'loaded');
    change({ kind: 'signedOut' });
    assert.equal(feed.state.kind, 'loading');
    assert.deepEqual(await feed.refresh(), { kind: 'failure', failure: { kind: 'signedOut' } });
    assert.deepEqual(noted, []);
    feed.dispose();
    change(state);
    const { kind } = feed.state as { readonly kind: string };
    assert.equal(kind, 'failed', 'it no longer follows the session');
  });

  it('reports a failure to the session, and throws a defect', async () => {
    list = () => Promise.reject(new ApiError({ kind: 'unauthorized', problem: undefined }));
    assert.equal((await feed.refresh()).kind, 'failure');
    assert.deepEqual(
      noted.map(({ kind }) => kind),
      ['unauthorized'],
    );
    list = () => Promise.reject(new TypeError('defect'));
    await assert.rejects(feed.refresh(), TypeError);
  });

  it('sends nothing during a pause of the account, except a manual refresh', async () => {
    const { monotonic, epoch } = readClocks();
    const pause = { since: monotonic, sinceEpoch: epoch, until: plusMs(monotonic, 60_000), inARow: 1 };
    store.updateHealth(ACCOUNT_ID, () => ({ pause }));
    const result = await feed.refresh();
    assert.equal(result.kind === 'failure' && result.failure.kind, 'rateLimited');
    assert.equal((await feed.refresh({ isManual: true })).kind, 'connections');
  });
});

describe('The connections of one account', () => {
  const signedIn = (id: string): SessionState => ({ kind: 'signedIn', account: { id } as Account }) as SessionState;

  it('are refreshed only while the window uses it', async () => {
    const listed: RefreshResult = {
      kind: 'connections',
      connections: [],
      droppedRows: 0,
      omittedRows: 0,
      byteLength: 2,
    };
    let requests = 0;
    const refresh = (): Promise<RefreshResult> => {
      requests += 1;
      return Promise.resolve(listed);
    };
    for (const [state, expected] of [
      [signedIn('mine'), listed],
      [signedIn('another'), { kind: 'cancelled' }],
      [{ kind: 'signedOut' }, { kind: 'cancelled' }],
    ] as const) {
      assert.deepEqual(await accountFeed('mine', { state }, { refresh }).refresh(), expected);
    }
    assert.equal(requests, 1);
  });
});
