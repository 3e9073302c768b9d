import assert from 'node:assert/strict';
import {
  hasDataName,
  hasOfferedName,
  isGzippedData,
  nameInside,
  OFFERED_EXTENSIONS,
} from '../../../../src/data/file/dataName.ts';

describe('The name of a file', () => {
  it('says that it has data', () => {
    for (const name of ['ledger.csv', 'LEDGER.CSV', 'a.b.tsv', 'x.tab', 'rows.json', 'rows.jsonl', 'rows.ndjson']) {
      assert.ok(hasDataName(name), name);
      assert.ok(hasOfferedName(`/home/${name}`), name);
    }
    for (const name of [
      'notes.txt',
      'README.md',
      'csv',
      'ledger.csv.bak',
      'ledger.csv\n.exe',
      '._ledger.csv',
      '.csv',
      'a.tar.gz',
      'a.gz',
      '.a.csv.gz',
    ]) {
      assert.ok(!hasDataName(name), name);
    }
    assert.ok(hasOfferedName('notes.txt'));
    assert.ok(!hasOfferedName('book.xlsx'));
  });

  it('is offered for data, text and compressed data', () => {
    assert.deepEqual(OFFERED_EXTENSIONS, ['csv', 'tsv', 'tab', 'json', 'jsonl', 'ndjson', 'txt', 'gz']);
  });

  it('says with its first bytes that it is compressed data', () => {
    const head = Uint8Array.of(0x1f, 0x8b, 0x08, 0x00);
    assert.ok(isGzippedData('ledger.csv.gz', head));
    assert.ok(isGzippedData('ledger.csv', head), 'without .gz');
    assert.ok(!isGzippedData('backup.tar.gz', head));
    for (const index of [0, 1, 2]) {
      assert.ok(!isGzippedData('ledger.csv.gz', head.with(index, 0x41)), `another byte at ${index}`);
    }
    assert.ok(!isGzippedData('ledger.csv.gz', Uint8Array.of()));
  });

  it('has that of the data inside', () => {
    const names = ['ledger.csv.gz', 'LEDGER.CSV.GZ', 'ledger.csv', 'a.gz.csv'];
    assert.deepEqual(names.map(nameInside), ['ledger.csv', 'LEDGER.CSV', 'ledger.csv', 'a.gz.csv']);
  });
});
