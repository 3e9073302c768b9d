import assert from 'node:assert/strict';
import { sentName } from '../../../../src/app/upload/uploadPlan.ts';
import type { Conversion, UploadKind } from '../../../../src/model/upload.ts';

function nameOf(name: string, kind: UploadKind, conversion: Conversion): string {
  return sentName({ name, kind }, conversion);
}

describe('An upload plan', () => {
  it('has a file name that fits its conversion', () => {
    assert.equal(nameOf('rows.jsonl', 'json', { toArray: true }), 'rows.json');
    assert.equal(nameOf('rows.JSON', 'json', { toArray: true }), 'rows.JSON');
    assert.equal(nameOf('rows.txt', 'json', { fromMember: 'data' }), 'rows.json');
    assert.equal(nameOf('prices.tsv', 'tsv', { fromDelimiter: '\t' }), 'prices.csv');
    assert.equal(nameOf('prices.tsv', 'tsv', {}), 'prices.tsv');
    assert.equal(nameOf('list.txt', 'csv', { fromDrawnTable: true }), 'list.csv');
    assert.equal(nameOf('list.TSV', 'tsv', { fromDrawnTable: true }), 'list.csv');
    assert.equal(nameOf('2026.01.jsonl', 'json', { toArray: true }), '2026.01.json');
    assert.equal(nameOf('prices.txt', 'csv', { fromDelimiter: ';' }), 'prices.txt');
    assert.equal(nameOf('prices.csv', 'csv', { fromDelimiter: ';' }), 'prices.csv');
    assert.equal(nameOf('prices.tsv.gz', 'tsv', { fromGzip: true, fromDelimiter: '\t' }), 'prices.csv');
    assert.equal(nameOf('rows.jsonl.gz', 'json', { fromGzip: true, toArray: true }), 'rows.json');
    assert.equal(
      nameOf('plain.csv.gz', 'csv', {}),
      'plain.csv',
      'a file that is not compressed, whatever its name says',
    );
  });
});
