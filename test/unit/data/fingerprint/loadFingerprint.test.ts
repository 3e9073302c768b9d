import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeLoad } from '../../../../src/data/fingerprint/storedLoad.ts';
import type { FingerprintFile } from '../../../../src/data/fingerprint/storedLoad.ts';
import { LoadFingerprinter } from '../../../../src/data/fingerprint/loadFingerprint.ts';
import type { FingerprintRequest, LoadFingerprint } from '../../../../src/data/fingerprint/loadFingerprint.ts';

describe('The fingerprint of a load', () => {
  let folder: string;
  let fingerprintFile: FingerprintFile;
  let loads: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loads-'));
    fingerprintFile = { path: join(folder, 'account', 'connection'), secret: '5e'.repeat(32) };
    loads = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function compare(text: string, of: Partial<FingerprintRequest> = {}): LoadFingerprint {
    const task = new LoadFingerprinter({
      kind: 'csv',
      conversion: {},
      fingerprintFile,
      lastSyncId: `sync-${loads}`,
      ...of,
    });
    task.push(Buffer.from(text));
    const fingerprint = task.end('digest');
    assert.ok(fingerprint);
    return fingerprint;
  }

  /** Compares it and writes it as accepted. */
  function load(text: string, of: Partial<FingerprintRequest> = {}): LoadFingerprint {
    const fingerprint = compare(text, of);
    const { summary, history, hashes, keys } = fingerprint;
    loads++;
    writeLoad(fingerprintFile, { syncId: `sync-${loads}`, at: loads, summary, history, hashes, keys });
    return fingerprint;
  }

  it('has the change since the last load, in whatever order its columns are', () => {
    assert.equal(load('id,town\n1,Bern\n2,Basel\n3,Zug\n').change, undefined);
    const { change, summary } = compare('town,id\nBern,1\nBiel,2\nChur,4\n');
    const difference = { added: 1, removed: 1, same: 1, changed: { count: 1, key: 'id' } };
    assert.deepEqual(change, { at: 1, rowsBefore: 3, rows: 3, difference });
    assert.deepEqual(summary.columns, ['id', 'town']);
  });

  it('has none if another upload was the last one', () => {
    load('id\n1\n');
    assert.equal(compare('id\n1\n', { lastSyncId: 'sync-0' }).change, undefined);
    assert.equal(compare('id\n1\n', { lastSyncId: undefined }).change, undefined);
    assert.notEqual(compare('id\n1\n').change, undefined);
  });

  it('counts no changed rows once the key of the last load repeats', () => {
    load('id,town\n1,Bern\n2,Basel\n');
    const { change } = compare('id,town\n1,Bern\n1,Basel\n');
    assert.deepEqual(change?.difference, { added: 1, removed: 1, same: 1 });
  });

  it('is compared with loads of the same format only', () => {
    load('id\n1\n');
    const json = load('[{"id":1}]', { kind: 'json' });
    assert.deepEqual([json.summary.isJson, json.change?.difference], [true, 'otherColumns']);
    assert.deepEqual(compare('[{"id":1,"x":2}]', { kind: 'json' }).change?.difference, {
      added: 0,
      removed: 0,
      same: 0,
      changed: { count: 1, key: 'id' },
    });
  });

  it('shows that the key of all loads repeats, and only then', () => {
    const table = (...ids: readonly number[]): string => `id,x\n${ids.map((id) => `${id},x\n`).join('')}`;
    for (const last of [1, 2, 3]) {
      load(table(last, 10));
    }
    assert.deepEqual(compare(table(1, 1)).anomalies, [{ kind: 'repeatedKey', column: 'id' }]);
    assert.deepEqual(compare(table(4, 10)).anomalies, []);
    assert.deepEqual(compare(table(3, 10)).anomalies, [{ kind: 'sameRows' }]);
  });

  it('does not have the same rows after a column was renamed, but has them once the new name is sent again', () => {
    const sums = (name: string) => ({ sums: [{ name, sum: '7' }] });
    load('id,amount\n1,3\n2,4\n', sums('amount'));
    const renamed = load('id,total\n1,3\n2,4\n', sums('total'));
    assert.deepEqual([renamed.change?.difference, renamed.anomalies], ['otherColumns', []]);
    assert.deepEqual(compare('total,id\n3,1\n4,2\n', sums('total')).anomalies, [{ kind: 'sameRows' }]);
  });

  it('has the same rows of JSON although a key without values is missing', () => {
    load('[{"id":1,"note":null}]', { kind: 'json' });
    assert.deepEqual(compare('[{"id":1}]', { kind: 'json' }).anomalies, [{ kind: 'sameRows' }]);
  });

  it('is none if a record is too long to be read', () => {
    const task = new LoadFingerprinter({ kind: 'csv', conversion: {}, fingerprintFile, lastSyncId: undefined });
    task.push(Buffer.from('id\n"'));
    task.push(Buffer.alloc(10_000_000, 'x'));
    assert.equal(task.end('digest'), undefined);
  });
});
