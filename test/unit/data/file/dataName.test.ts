import assert from 'node:assert/strict';
import { hasDataName, hasOfferedName } from '../../../../src/data/file/dataName.ts';

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
});
