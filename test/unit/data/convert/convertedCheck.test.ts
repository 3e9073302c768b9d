import assert from 'node:assert/strict';
import { ConvertedCheck } from '../../../../src/data/convert/convertedCheck.ts';
import { checkText } from '../check/checkText.ts';

const DIGEST = 'digest of the bytes as they are';

describe('A check after a conversion', () => {
  it('finds what a check of the converted data finds, with the digest of the data as it is', () => {
    const text = 'a\tb\n1\tx, y\n2';
    const check = new ConvertedCheck({ kind: 'tsv', conversion: { fromDelimiter: '\t' } });
    for (const character of text) {
      check.scan(Buffer.from(character));
    }
    assert.deepEqual(check.end(DIGEST), { ...checkText('csv', 'a,b\n1,"x, y"\n2'), digest: DIGEST });
  });

  it('finds what is at the end of the converted data', () => {
    const check = new ConvertedCheck({ kind: 'json', conversion: { toArray: true } });
    check.scan(Buffer.from('{"a":1}\n{"a":2}'));
    assert.deepEqual(check.end(DIGEST), { ...checkText('json', '[{"a":1}\n,{"a":2}]'), digest: DIGEST });
  });

  it('is one of the data as it is without a conversion, with its options', () => {
    const check = new ConvertedCheck({ kind: 'tsv', encoding: 'windows-1252', totals: true });
    check.scan(Buffer.from('a\tb\n1\tZ\xfcrich\n', 'latin1'));
    const { kind, firstRows, totals } = check.end(DIGEST);
    assert.deepEqual([kind, firstRows, totals?.length], ['tsv', [['1', 'Zürich']], 2]);
  });
});
