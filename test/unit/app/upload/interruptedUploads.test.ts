import assert from 'node:assert/strict';
import { ConnectionFeed } from '../../../../src/app/connections/connectionFeed.ts';
import type { SignedInState } from '../../../../src/app/session/session.ts';
import { reportInterrupted } from '../../../../src/app/upload/interruptedUploads.ts';
import type { UploadNotice } from '../../../../src/app/upload/uploadPrompts.ts';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import type { UploadIntent } from '../../../../src/model/upload.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

describe('An interrupted upload', () => {
  it('is told with what its connection shows, compared with what was known before it was sent', async () => {
    const key = { entityId: 'one', uri: 'file:///a.csv', digest: 'd' };
    const sent = { state: 'sending', at: 0, leaseUntil: asMonotonic(0) } as const;
    const interrupted: readonly UploadIntent[] = [
      { ...key, ...sent, id: '1', name: 'a.csv', before: { lastSyncId: 'job-1' } },
      { ...key, ...sent, id: '2', name: 'b.csv', before: { lastSyncId: 'job-2' } },
      { ...key, ...sent, id: '3', name: 'c.csv', before: { lastSyncId: undefined } },
      { ...key, ...sent, id: '4', name: 'd.csv', before: undefined },
      { ...key, ...sent, id: '6', name: 'f.csv', before: undefined },
      { ...key, ...sent, id: '5', name: 'e.csv', before: { lastSyncId: 'job-1' }, entityId: 'gone' },
    ];
    const connection = sampleConnection({ entityId: 'one', entityName: 'One', lastSyncId: 'job-2' });
    const list = () =>
      Promise.resolve({
        kind: 'connections',
        connections: [connection],
        droppedRows: 0,
        omittedRows: 0,
        byteLength: 0,
      } as const);
    const feed = new ConnectionFeed({ list, intervalMs: () => 0, pauseLeftMs: () => 0 });
    const notices: UploadNotice[] = [];
    const ids = interrupted.map(({ id }) => id);
    await reportInterrupted('account-1', ids, {
      session: { state: { kind: 'signedIn', account: { id: 'account-1' } } as SignedInState },
      feed,
      tracker: { jobs: new JobCollection() },
      intents: {
        interrupted: (accountId) => (accountId === 'account-1' ? interrupted : []),
        // Another window tells of the last one.
        takeInterrupted: (_, id) => id !== '6',
      },
      signal: new AbortController().signal,
      prompts: { notify: (notice) => void notices.push(notice) },
    });
    feed.dispose();
    assert.deepEqual(
      notices.map((notice) => {
        assert.ok(notice.kind === 'unknown' && notice.isInterrupted === true && notice.error === undefined);
        return [notice.fileName, notice.targetName, notice.reconciliation.kind];
      }),
      [
        ['a.csv', 'One', 'newJob'],
        ['b.csv', 'One', 'noNewJob'],
        ['c.csv', 'One', 'newJob'],
        ['d.csv', 'One', 'noNewJob'],
        ['e.csv', 'gone', 'notListed'],
      ],
    );
  });
});
