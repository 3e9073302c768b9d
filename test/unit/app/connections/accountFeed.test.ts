import assert from 'node:assert/strict';
import { accountFeed } from '../../../../src/app/connections/accountFeed.ts';
import type { RefreshResult } from '../../../../src/app/connections/feedState.ts';
import type { SessionState } from '../../../../src/app/session/session.ts';
import type { Account } from '../../../../src/model/account.ts';

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
