import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { FIRST_ROWS_BYTES } from '../../../../src/data/check/firstRows.ts';
import { createTransform } from '../../../../src/data/convert/conversion.ts';
import { blockingProblems, problemsOfConversion } from '../../../../src/data/convert/remainingProblems.ts';
import { conversionOffers } from '../../../../src/data/convert/conversionOffers.ts';
import { checkText } from '../check/checkText.ts';
import { cutBytes, cuts } from '../check/randomChunks.ts';

const MEGABYTE = 1_048_576;
const LONGER_THAN_START = 'x'.repeat(FIRST_ROWS_BYTES);

function convert(text: string, pieces: readonly Uint8Array[] = [Buffer.from(text)]): string {
  const fromArrays = { member: 'data', isInInnerObject: false, namesIn: undefined };
  const transform = createTransform({ fromArrays });
  // Copies, because the source may reuse the bytes.
  const parts = pieces.map((piece) => Buffer.from(transform.push(piece)));
  return Buffer.concat([...parts, transform.end()]).toString();
}

describe('Rows that are arrays', () => {
  for (const [text, expected] of [
    [
      '{"range":"A1:B9","majorDimension":"ROWS","values":[["id","name"],\n["1","a"],\n[],\n["2"]]}\n',
      '[\n{"id":"1","name":"a"}\n\n,{"id":"2"}]',
    ],
    [
      '{"columns":["na\\"me","amount"],"index":[0,1],"data":[ [ "a, [b]" , 1.50 ] , ["c]",-1e3]]}',
      '[ {"na\\"me": "a, [b]" ,"amount": 1.50 }  ,{"na\\"me":"c]","amount":-1e3}]',
    ],
    ['{"rows":[[1,"x"]],"Fields":["id","a"]}', '[{"id":1,"a":"x"}]'],
    [
      '{"data":{"cols":[{"name":"id"},{"name":"n"}],"rows":[[1,{"x":[2,3]}]]},"row_count":1}',
      '[{"id":1,"n":{"x":[2,3]}}]',
    ],
    ['[["id","name"],[1,"a"],[2,null],[]]', '[{"id":1,"name":"a"},{"id":2,"name":null}]'],
    [' [[],[ ],["id"],[1]]', ' [{"id":1}]'],
  ] as const) {
    it(`become objects: ${text}`, () => assert.equal(convert(text), expected));
  }

  it('have the values that they had, whatever these are and however they are cut', () => {
    const value = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.jsonValue());
    const table = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }).chain((names) => {
      const row = fc.array(value, { minLength: names.length, maxLength: names.length });
      return fc.record({ names: fc.constant(names), rows: fc.array(row, { minLength: 1, maxLength: 5 }) });
    });
    fc.assert(
      fc.property(table, fc.constantFrom(undefined, 1), cuts, ({ names, rows }, indent, places) => {
        // The rows are found in what is read first.
        const empty: readonly unknown[] = names.map(() => null);
        const all: readonly (readonly unknown[])[] = [empty, [LONGER_THAN_START, ...empty.slice(1)], ...rows];
        const text = JSON.stringify({ columns: names, data: all }, null, indent);
        const end = text.indexOf(LONGER_THAN_START) + LONGER_THAN_START.length;
        const pieces = [Buffer.from(text.slice(0, end)), ...cutBytes(Buffer.from(text.slice(end)), places)];
        const objects = all.map((row) => Object.fromEntries(row.map((cell, column) => [names[column] ?? '', cell])));
        const found = JSON.parse(convert('', pieces)) as readonly unknown[];
        assert.deepEqual(found.slice(2), JSON.parse(JSON.stringify(objects.slice(2))));
        assert.equal(found.length, all.length);
      }),
      { numRuns: runs(200) },
    );
  });

  it('are separated from elements of other kinds, which stay as they are', () => {
    const start = `{"columns":["id"],"data":[[1],["${LONGER_THAN_START}"]`;
    for (const [end, expected] of [
      [',{"a":[1]},[2],null,"x",[3]]}', ',{"a":[1]},{"id":2},null,"x",{"id":3}]'],
      [',[],[ \n],[4]]}', ',{"id":4}]'],
      [',[5}', ',[5}'],
      // The last row is not whole.
      [',[6', '[6'],
    ] as const) {
      const pieces = [Buffer.from(start), ...[...Buffer.from(end)].map((byte) => Buffer.of(byte))];
      assert.equal(convert('', pieces).replace(LONGER_THAN_START, 'x'), `[{"id":1},{"id":"x"}${expected}`);
    }
  });

  it('are sent once the user has chosen it, with flat values', () => {
    const text = '{"columns":["id","at"],"data":[[1,{"x":2}],[3,{"x":4}]],"next":"p2"}';
    const check = checkText('json', text);
    const [arrays, flat] = conversionOffers(check);
    assert.deepEqual(
      [arrays?.id, arrays?.isNeeded, flat?.id, flat?.isNeeded],
      ['fromArrays', false, 'toFlatRows', false],
    );
    const conversion = { ...arrays?.conversion, ...flat?.conversion };
    const sent = convertWith(conversion, text);
    assert.equal(sent, '[{"id":1,"at.x":2},{"id":3,"at.x":4}]');
    const convertedCheck = checkText('json', sent);
    assert.deepEqual(blockingProblems({ check, conversion, convertedCheck }), []);
    assert.deepEqual(problemsOfConversion({ check, conversion, convertedCheck }), []);
  });

  it('stay arrays if they have more values than there are columns, or are very long', () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => [row, 'a']);
    const text = JSON.stringify({ columns: ['id', 'n'], data: [...rows, [1, 'b', 2], [3, 'c']] });
    assert.ok(convert(text).endsWith('{"id":19999,"n":"a"},[1,"b",2],{"id":3,"n":"c"}]'));

    const long = 'x'.repeat(5 * MEGABYTE);
    const [before, after] = [`{"columns":["id","n"],"data":[[1,"a"],[2,`, '],[3,"c"]]}'];
    const pieces = [before, '"', ...Array.from({ length: 5 }, () => 'x'.repeat(MEGABYTE)), '"', after];
    const converted = convert(
      '',
      pieces.map((piece) => Buffer.from(piece)),
    );
    assert.equal(converted, `[{"id":1,"n":"a"},[2,"${long}"],{"id":3,"n":"c"}]`);

    const check = checkText('json', text);
    const conversion = { fromArrays: { member: 'data', isInInnerObject: false, namesIn: 'columns' } };
    const convertedCheck = checkText('json', convert(text));
    const problems = problemsOfConversion({ check, conversion, convertedCheck });
    assert.deepEqual(
      problems.map(({ code, severity }) => [code, severity]),
      [['notObjects', 'blocking']],
    );
  });

  it('stay as they are where the names are not found again', () => {
    for (const text of ['[[1,2]]', '{"data":[[1,2]]}', '[{"id":1}]', '', 'id,name\n']) {
      assert.equal(convert(text), text);
    }
  });
});

function convertWith(conversion: Parameters<typeof createTransform>[0], text: string): string {
  const transform = createTransform(conversion);
  return Buffer.concat([Buffer.from(transform.push(Buffer.from(text))), transform.end()]).toString();
}
