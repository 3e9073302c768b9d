import assert from 'node:assert/strict';
import { NO_FILTER, filterJobs, isFiltering } from '../../../../src/jobs/history/jobFilter.ts';
import { completedStatus, sampleJob } from '../sampleJobs.ts';

describe('The filter of jobs', () => {
  const orders = sampleJob({ syncId: 's-1', status: completedStatus({ status: 'Failed', message: 'No such column' }) });
  const ledger = sampleJob({
    syncId: 's-2',
    entityId: 'entity-2',
    entityName: 'Ledger',
    kind: 'upload',
    source: { name: 'October close.csv', rows: 3, byteLength: 10 },
  });
  const found = (text: string, entityId?: string): string[] =>
    filterJobs([orders, ledger], { text, entityId }).map(({ syncId }) => syncId);

  it('matches everything if it is empty', () => {
    assert.deepEqual(found(''), ['s-1', 's-2']);
    assert.deepEqual(found('  '), ['s-1', 's-2']);
    assert.deepEqual(filterJobs([orders], NO_FILTER), [orders]);
  });

  it('finds words in the connection, file, IDs, kind, state and messages', () => {
    for (const text of ['orders', 'ENTITY-1', 's-1', 'failed', 'such column']) {
      assert.deepEqual(found(text), ['s-1'], text);
    }
    for (const text of ['ledger', 'october', 'upload', 'started']) {
      assert.deepEqual(found(text), ['s-2'], text);
    }
  });

  it('finds words without their accents, as the filter of connections does', () => {
    const job = sampleJob({ entityName: 'Müller Umsätze' });
    for (const text of ['muller', 'UMSATZE', 'Müller']) {
      assert.deepEqual(filterJobs([job], { text, entityId: undefined }), [job], text);
    }
  });

  it('requires every word, in any order', () => {
    assert.deepEqual(found('close ledger'), ['s-2']);
    assert.deepEqual(found('close orders'), []);
  });

  it('finds no word in two texts side by side', () => {
    assert.deepEqual(found('ordersentity'), []);
    assert.deepEqual(found('close   ledger '), ['s-2'], 'however many spaces there are');
  });

  it('selects one connection', () => {
    assert.deepEqual(found('', 'entity-2'), ['s-2']);
    assert.deepEqual(found('orders', 'entity-2'), []);
    assert.deepEqual(found('', 'entity'), []);
  });

  it('reports whether it is active', () => {
    assert.equal(isFiltering(NO_FILTER), false);
    assert.equal(isFiltering({ text: ' ', entityId: undefined }), false);
    assert.equal(isFiltering({ text: 'a', entityId: undefined }), true);
    assert.equal(isFiltering({ text: '', entityId: 'a' }), true);
  });
});
