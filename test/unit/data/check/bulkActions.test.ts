import assert from 'node:assert/strict';
import { chosenConversion, fullConversion, neededConversion } from '../../../../src/data/convert/chosenConversion.ts';
import { conversionOffers } from '../../../../src/data/convert/conversionOffers.ts';
import { ConvertedCheck } from '../../../../src/data/convert/convertedCheck.ts';
import { blockingProblems, isBlocked } from '../../../../src/data/convert/remainingProblems.ts';
import type { Conversion } from '../../../../src/model/upload.ts';
import { checkBytes, checkText, problemLines } from './checkText.ts';

const BULK = [
  '{"index":{"_index":"sales","_id":"1"}}',
  '{"id":1,"net":1.50}',
  '{"index":{"_index":"sales","_id":"2","routing":"a"}}',
  '{"id":2,"net":2.50}',
  '',
].join('\n');

function checkConverted(text: string, conversion: Conversion) {
  const check = new ConvertedCheck({ kind: 'json', conversion, totals: true });
  check.scan(Buffer.from(text));
  return check.end('');
}

function hasActions(text: string): boolean {
  return checkText('json', text).problems.some(({ code }) => code === 'bulkActions');
}

describe('The actions of a bulk file', () => {
  it('are one problem, at the first of them', () => {
    const expected = ['1:1 bulkActions', '1:10 nestedValue', '2:1 jsonLines', '3:10 nestedValue'];
    const whole = checkText('json', BULK);
    assert.deepEqual(problemLines(whole).toSorted(), expected);
    assert.deepEqual(checkBytes('json', ...Array.from(Buffer.from(BULK), (byte) => Buffer.of(byte))), whole);
  });

  for (const text of [
    BULK,
    '{"index":{}}\n{"a":1}\n',
    '{"create":{"_id":"1","pipeline":"p"}}\r\n{"a":{"b":1}}\r\n{"create":{}}\r\n{"c":1}',
    '{"update":{"_id":"1"}}\n{"doc":{"a":1}}\n',
    '{"index":{}}\n{"a":1}\n'.repeat(10_000),
  ]) {
    it(`are found: ${JSON.stringify(text.slice(0, 60))}`, () => assert.ok(hasActions(text)));
  }

  for (const text of [
    '{"index":{"close":1.5}}\n{"a":1}\n',
    '{"index":[]}\n{"a":1}\n',
    '{"index":5}\n{"a":1}\n',
    '{"index":null}\n{"a":[1]}\n',
    '{"index":{},"a":1}\n{"a":1}\n',
    '{"item":{}}\n{"a":1}\n',
    '{"delete":{"_id":"1"}}\n{"delete":{"_id":"2"}}\n',
    '{"index":{}}\n{"index":{}}\n',
    '{"a":1}\n{"index":{}}\n',
    '{"index":{}}\n{"a":1}\n{"a":2}\n{"index":{}}\n',
    '{"index":{}}\n{"a":1}\n{"index":{}}\n',
    '{"index":{}}\n{"a":1}\n{"create":{}}\n{"a":2}\n',
    '{"index":{}}\n{"a":1,}\n',
    '[{"index":{}},{"a":1}]',
    '{"index":{}}',
    '{}\n{"a":{}}\n',
    // The first part has actions, but not everything.
    `${'{"index":{}}\n{"a":1}\n'.repeat(10_000)}{"index":{},"a":1}\n{"b":1}\n`,
  ]) {
    it(`are not found: ${JSON.stringify(text.slice(0, 60))}`, () => assert.ok(!hasActions(text)));
  }

  it('are omitted only if the user chooses that', () => {
    const check = checkText('json', BULK);
    assert.deepEqual(neededConversion(check), {});
    assert.deepEqual(blockingProblems({ check, conversion: fullConversion(check) }), []);
    const conversion = chosenConversion(conversionOffers(check), new Set(['withoutActions']));
    assert.deepEqual(conversion, { withoutActions: true, toArray: true });
    const convertedCheck = checkConverted(BULK, conversion);
    assert.deepEqual(convertedCheck.problems, []);
    assert.deepEqual(convertedCheck.columns, ['id', 'net']);
    assert.equal(convertedCheck.rows, 2);
    assert.ok(!isBlocked({ check, conversion, convertedCheck }));
  });

  it('can be sent as rows only if they are flattened', () => {
    const check = checkText('json', BULK);
    assert.ok(isBlocked({ check, conversion: { toArray: true } }));
    assert.ok(!isBlocked({ check, conversion: { toArray: true, toFlatRows: true } }));
  });

  it('leave nested documents to be flattened', () => {
    const text = '{"index":{}}\n{"a":{"b":1}}\n';
    const check = checkText('json', text);
    const conversion: Conversion = { withoutActions: true, toArray: true };
    assert.ok(isBlocked({ check, conversion, convertedCheck: checkConverted(text, conversion) }));
    const flat: Conversion = { ...conversion, toFlatRows: true };
    const convertedCheck = checkConverted(text, flat);
    assert.deepEqual(convertedCheck.columns, ['a.b']);
    assert.ok(!isBlocked({ check, conversion: flat, convertedCheck }));
  });
});
