import assert from 'node:assert/strict';
import { UploadHistory, workspaceKey } from '../../../../src/app/upload/uploadHistory.ts';
import { withUpload } from '../../../../src/jobs/store/uploadRecords.ts';
import type { Job } from '../../../../src/model/job.ts';
import type { AcceptedUpload } from '../../../../src/model/upload.ts';
import { completedStatus, sampleJob } from '../../jobs/sampleJobs.ts';
import { sampleUpload } from '../../jobs/store/sampleUploads.ts';

/** The history of an account that sent these, the oldest first. */
function historyOf(
  uploads: readonly Partial<AcceptedUpload>[],
  { workspace = 'w1', jobs = [] }: { readonly workspace?: string; readonly jobs?: readonly Job[] } = {},
): UploadHistory {
  const kept = uploads.reduce<readonly AcceptedUpload[]>(
    (earlier, upload) => withUpload(earlier, sampleUpload(upload), Date.now()),
    [],
  );
  const read = (accountId: string) => ({ uploads: accountId === 'me' ? kept : [], intents: [] });
  return new UploadHistory({ read }, workspace, { find: (syncId) => jobs.find((job) => job.syncId === syncId) });
}

describe('The history of uploads', () => {
  it('is empty at first', () => {
    const history = historyOf([]);
    assert.equal(history.latestFromWorkspace('me'), undefined);
    assert.deepEqual(history.rememberedTargets('me', []), { ofFiles: [], others: [] });
    assert.equal(history.latestOfFile('me', 'a'), undefined);
    assert.equal(history.lastHeader('me', 'one'), undefined);
  });

  it('has the last upload of the workspace, and without a folder that of the window', () => {
    const window = workspaceKey(undefined);
    const uploads = [
      { syncId: '1', workspace: workspaceKey('file:///storage/a') },
      { syncId: '2', workspace: workspaceKey('file:///storage/b') },
      { syncId: '3', workspace: window },
    ];
    assert.equal(
      historyOf(uploads, { workspace: workspaceKey('file:///storage/a') }).latestFromWorkspace('me')?.syncId,
      '1',
    );
    assert.equal(historyOf(uploads, { workspace: window }).latestFromWorkspace('me')?.syncId, '3');
    const another = historyOf(uploads, { workspace: workspaceKey(undefined) });
    assert.deepEqual([another.latestFromWorkspace('me'), another.latestOfEachFile('me')], [undefined, []]);
  });

  it('lists the connections of the same files, and the others, latest first', () => {
    const history = historyOf([
      { syncId: '1', entityId: 'one', uri: 'a' },
      { syncId: '2', entityId: 'two', uri: 'b' },
      { syncId: '3', entityId: 'three', uri: 'c', workspace: 'w2' },
    ]);
    assert.deepEqual(history.rememberedTargets('me', []), { ofFiles: [], others: ['three', 'two', 'one'] });
    assert.deepEqual(history.rememberedTargets('me', ['a']), { ofFiles: ['one'], others: ['three', 'two'] });
    assert.deepEqual(history.rememberedTargets('me', ['b', 'a']), { ofFiles: ['two', 'one'], others: ['three'] });
    assert.deepEqual(history.rememberedTargets('you', ['a']), { ofFiles: [], others: [] });
    assert.ok(history.latestOfFile('me', 'a') && !history.latestOfFile('me', 'd') && !history.latestOfFile('you', 'a'));
  });

  it('returns the last upload from this workspace', () => {
    const uploads = [
      { syncId: '1', conversion: { fromDelimiter: ';' } },
      { syncId: '2', workspace: 'w2' },
    ];
    assert.equal(historyOf(uploads).latestFromWorkspace('me')?.syncId, '1');
    assert.deepEqual(historyOf(uploads).latestFromWorkspace('me')?.conversion, { fromDelimiter: ';' });
    assert.equal(historyOf(uploads, { workspace: 'w2' }).latestFromWorkspace('me')?.syncId, '2');
    assert.equal(historyOf(uploads, { workspace: 'w3' }).latestFromWorkspace('me'), undefined);
  });

  it('finds uploads by sync ID and by content, from every workspace', () => {
    const history = historyOf([
      { syncId: '1', digest: 'd1', workspace: 'w2' },
      { syncId: '2', digest: 'd2' },
    ]);
    assert.equal(history.bySyncId('me', '1')?.digest, 'd1');
    assert.equal(history.sameContent('me', { entityId: 'one', digest: 'd1' })?.syncId, '1');
    assert.equal(history.sameContent('me', { entityId: 'two', digest: 'd1' }), undefined);
  });

  it('returns the last header of each connection, if it was stored', () => {
    const history = historyOf([
      { syncId: '1', columns: ['old'] },
      { syncId: '2', columns: ['id', 'net'] },
      { syncId: '3', entityId: 'two', columns: Array.from({ length: 2_000 }, (_, i) => `c${i}`) },
    ]);
    assert.deepEqual(history.lastHeader('me', 'one'), ['id', 'net']);
    assert.equal(history.lastHeader('me', 'two'), undefined);
  });

  it('leaves out a load whose job has failed if there is an earlier one, and not one that runs or is unknown', () => {
    const uploads = [
      { syncId: '1', digest: 'd', columns: ['1'] },
      { syncId: '2', digest: 'd', columns: ['2'] },
      { syncId: '3', digest: 'd', columns: ['3'] },
    ];
    const failed = completedStatus({ status: 'failed' });
    const job = (syncId: string, status?: Job['status']) => ({ ...sampleJob({ syncId }), status });
    for (const [last, hasFailed, ...jobs] of [
      ['3', false],
      ['3', false, job('3')],
      ['3', false, job('3', completedStatus()), job('2', failed)],
      ['2', false, job('3', failed)],
      ['2', false, job('3', failed), job('2')],
      ['1', false, job('3', failed), job('2', failed)],
      ['3', true, job('3', failed), job('2', failed), job('1', failed)],
    ] as const) {
      const history = historyOf(uploads, { jobs });
      assert.equal(history.latestLoadTo('me', 'one')?.syncId, last);
      assert.deepEqual(history.lastHeader('me', 'one'), hasFailed ? undefined : [last]);
      const same = history.sameContent('me', { entityId: 'one', digest: 'd' });
      assert.deepEqual([same?.syncId, same?.hasFailed], [last, hasFailed]);
      assert.equal(history.latestLoadTo('me', 'one', '2')?.syncId, '1', 'of those before another');
    }
  });

  it('remembers the latest upload of each file to each connection, from this workspace', () => {
    const history = historyOf([
      { syncId: '1', entityId: 'one', uri: 'a' },
      { syncId: '2', entityId: 'one', uri: 'a' },
      { syncId: '3', entityId: 'two', uri: 'a' },
      { syncId: '4', entityId: 'one', uri: 'b' },
      { syncId: '5', entityId: 'one', uri: 'a', workspace: 'w2' },
    ]);
    assert.deepEqual(
      history.latestOfEachFile('me').map(({ syncId }) => syncId),
      ['4', '3', '2'],
    );
    assert.equal(history.latestOfFileTo('me', { uri: 'a', entityId: 'one' })?.syncId, '5', 'from any workspace');
    assert.equal(history.latestOfFileTo('me', { uri: 'b', entityId: 'two' }), undefined);
    assert.deepEqual(history.latestOfEachFile('you'), []);
  });
});
