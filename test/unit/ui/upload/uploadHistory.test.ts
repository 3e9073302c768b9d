import assert from 'node:assert/strict';
import type { Memento } from 'vscode';
import { UploadHistory } from '../../../../src/ui/upload/uploadHistory.ts';
import type { AcceptedUpload } from '../../../../src/ui/upload/uploadHistory.ts';

function memory(stored: Record<string, unknown> = {}): Pick<Memento, 'get' | 'update'> {
  const values = new Map(Object.entries(stored));
  return {
    get: (key: string) => values.get(key),
    update: (key: string, value: unknown) => {
      // As VS Code keeps it.
      values.set(key, JSON.parse(JSON.stringify(value)));
      return Promise.resolve();
    },
  };
}

function upload(of: Partial<AcceptedUpload> = {}): AcceptedUpload {
  return {
    at: 1,
    syncId: 'job-1',
    entityId: 'one',
    source: 'file:///a.csv',
    format: 'multipart',
    conversion: {},
    digest: 'd1',
    columns: ['id', 'name'],
    ...of,
  };
}

describe('The history of uploads', () => {
  it('is empty at first, and where something else is stored', () => {
    const uploads: unknown[] = [
      undefined,
      7,
      { me: 'text' },
      { me: [null, { at: 'now' }, upload({ format: 'x' as 'json' })] },
    ];
    for (const stored of uploads) {
      const history = new UploadHistory(memory({ 'dataConnections.upload.history': stored }));
      assert.equal(history.latest('me'), undefined);
      assert.deepEqual(history.targets('me'), []);
    }
  });

  it('offers the connection that took the same file first, then the latest', async () => {
    const history = new UploadHistory(memory());
    await history.add('me', upload({ entityId: 'one', source: 'a' }));
    await history.add('me', upload({ entityId: 'two', source: 'b' }));
    await history.add('me', upload({ entityId: 'three', source: 'c' }));
    assert.deepEqual(history.targets('me'), ['three', 'two', 'one']);
    assert.deepEqual(history.targets('me', 'a'), ['one', 'three', 'two']);
    assert.deepEqual(history.targets('you', 'a'), []);
  });

  it('knows the last upload, uploads by their job, and the same content', async () => {
    const history = new UploadHistory(memory());
    await history.add('me', upload({ syncId: 'job-1', digest: 'd1' }));
    await history.add('me', upload({ syncId: 'job-2', digest: 'd2', conversion: { fromDelimiter: ';' } }));
    assert.equal(history.latest('me')?.syncId, 'job-2');
    assert.deepEqual(history.latest('me')?.conversion, { fromDelimiter: ';' });
    assert.equal(history.bySyncId('me', 'job-1')?.digest, 'd1');
    assert.equal(history.sameContent('me', 'one', 'd1')?.syncId, 'job-1');
    assert.equal(history.sameContent('me', 'two', 'd1'), undefined);
  });

  it('knows the last header of each connection', async () => {
    const history = new UploadHistory(memory());
    await history.add('me', upload({ columns: ['old'] }));
    await history.add('me', upload({ columns: ['id', 'net'] }));
    await history.add('me', upload({ entityId: 'two', columns: Array.from({ length: 2_000 }, (_, i) => `c${i}`) }));
    assert.deepEqual(history.lastHeader('me', 'one'), ['id', 'net']);
    assert.equal(history.lastHeader('me', 'two'), undefined, 'too many columns to be kept');
    assert.equal(history.lastHeader('me', 'three'), undefined);
  });

  it('keeps no more than is useful, and forgets an account that signs out', async () => {
    const history = new UploadHistory(memory());
    for (let index = 0; index < 120; index++) {
      await history.add('me', upload({ syncId: `job-${index}` }));
    }
    await history.add('you', upload({ syncId: 'yours' }));
    assert.equal(history.bySyncId('me', 'job-19'), undefined);
    assert.equal(history.bySyncId('me', 'job-20')?.syncId, 'job-20');
    await history.forget('me');
    assert.equal(history.latest('me'), undefined);
    assert.equal(history.latest('you')?.syncId, 'yours');
  });
});
