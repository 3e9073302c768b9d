import assert from 'node:assert/strict';
import {
  chosenConversion,
  conversionOffers,
  isUnchanged,
  offersWithin,
  resolves,
} from '../../../../src/data/convert/conversionOffers.ts';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';

function offersFor(bytes: Uint8Array | string, kind: UploadKind = 'csv') {
  const check = new DataCheck(kind);
  check.push(Buffer.from(bytes));
  return conversionOffers(check.end());
}

describe('Conversion offers', () => {
  it('are empty for plain CSV and JSON', () => {
    assert.deepEqual(offersFor('id,name\n1,Zoë\n'), []);
    assert.deepEqual(offersFor('[{"id": 1}]', 'json'), []);
  });

  it('include the required encoding and the alternative', () => {
    const offers = offersFor(Buffer.from('id;town\n1;Z\xfcrich\n', 'latin1'));
    assert.deepEqual(
      offers.map(({ id, isNeeded }) => [id, isNeeded]),
      [
        ['encoding', true],
        ['otherEncoding', false],
        ['delimiter', false],
      ],
    );
    assert.deepEqual(chosenConversion(offers, new Set(['encoding', 'delimiter'])), {
      fromEncoding: 'windows-1252',
      fromDelimiter: ';',
    });
    assert.deepEqual(chosenConversion(offers, new Set(['otherEncoding'])), { fromEncoding: 'iso-8859-1' });
    assert.deepEqual(chosenConversion(offers, new Set(['otherEncoding', 'encoding'])), {
      fromEncoding: 'windows-1252',
    });
    assert.ok(isUnchanged(chosenConversion(offers, new Set())));
  });

  it('remove the sep= line together with the delimiter', () => {
    const offers = offersFor('\uFEFFsep=;\nid;net\n1;2\n');
    assert.deepEqual(
      offers.map(({ id }) => id),
      ['byteOrderMark', 'sepLine', 'delimiter'],
    );
    assert.deepEqual(chosenConversion(offers, new Set(['delimiter'])), { fromDelimiter: ';', withoutSepLine: true });
  });

  it('require an array for JSON Lines and for a single object', () => {
    for (const text of ['{"id": 1}\n{"id": 2}\n', '{"id": 1}']) {
      assert.deepEqual(offersFor(text, 'json'), [{ id: 'array', isNeeded: true, conversion: { toArray: true } }]);
    }
  });

  it('are restored from an earlier choice if they still apply', () => {
    const earlier = { fromEncoding: 'windows-1252', fromDelimiter: ';' } as const;
    assert.deepEqual([...offersWithin(offersFor('id;town\n1;Zürich\n'), earlier)], ['delimiter']);
    assert.deepEqual([...offersWithin(offersFor('id,town\n1,Zürich\n'), earlier)], []);
  });

  it('resolve their problem and no other', () => {
    assert.ok(resolves({ fromEncoding: 'windows-1252' }, 'notUtf8'));
    assert.ok(resolves({ toArray: true }, 'jsonLines') && resolves({ toArray: true }, 'oneObject'));
    assert.ok(!resolves({ toArray: true }, 'notUtf8') && !resolves({ fromEncoding: 'utf-16le' }, 'oneObject'));
    assert.ok(resolves({ fromDelimiter: ';' }, 'otherDelimiter') && resolves({ withoutSepLine: true }, 'sepLine'));
    assert.ok(resolves({ withoutByteOrderMark: true }, 'byteOrderMark'));
    assert.ok(!resolves({ fromDelimiter: ';' }, 'unterminatedQuote') && !resolves({ toArray: true }, 'sepLine'));
  });
});
