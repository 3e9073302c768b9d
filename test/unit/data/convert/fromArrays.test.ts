import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import type { ArrayRows } from '../../../../src/model/upload.ts';
import { createTransform } from '../../../../src/data/convert/conversion.ts';
import { blockingProblems, problemsOfConversion } from '../../../../src/data/convert/remainingProblems.ts';
import { conversionOffers } from '../../../../src/data/convert/conversionOffers.ts';
import { checkText } from '../check/checkText.ts';
import { cutBytes, cuts } from '../check/randomChunks.ts';

const MEGABYTE = 1_048_576;

function convert(text: string, pieces: readonly Uint8Array[] = [Buffer.from(text)]): string {
  const fromArrays = { member: 'data', isInInnerObject: false, namesIn: undefined };
  const transform = createTransform({ fromArrays });
  // Copies, because the source may reuse the bytes.
  const parts = pieces.map((piece) => Buffer.from(transform.push(piece)));
  return Buffer.concat([...parts, transform.end()]).toString();
}

function bytewise(text: string): readonly Uint8Array[] {
  return [...Buffer.from(text)].map((byte) => Buffer.of(byte));
}

function offered(text: string): ArrayRows | undefined {
  const offers = conversionOffers(checkText('json', text));
  return offers.find(({ id }) => id === 'fromArrays')?.conversion.fromArrays;
}

describe('Rows that are arrays', () => {
  for (const [text, expected, rows] of [
    [
      '{"range":"A1:B9","majorDimension":"ROWS","values":[["id","name"],\n["1","a"],\n[],\n["2"]]}\n',
      '[\n{"id":"1","name":"a"}\n\n,{"id":"2"}]',
      { member: 'values', isInInnerObject: false, namesIn: undefined },
    ],
    [
      '{"columns":["na\\"me","amount"],"index":[0,1],"data":[ [ "a, [b]" , 1.50 ] , ["c]",-1e3]]}',
      '[ {"na\\"me": "a, [b]" ,"amount": 1.50 }  ,{"na\\"me":"c]","amount":-1e3}]',
      { member: 'data', isInInnerObject: false, namesIn: 'columns' },
    ],
    // The names may follow the rows.
    [
      '{"rows":[[1,"x"]],"Fields":["id","a"]}',
      '[{"id":1,"a":"x"}]',
      { member: 'rows', isInInnerObject: false, namesIn: 'Fields' },
    ],
    [
      '{"meta":[{"type":"UInt32","name":"id"},{"type":"String","name":"a"}],"data":[[1,"x"],[2,"y"]],"rows":2}',
      '[{"id":1,"a":"x"},{"id":2,"a":"y"}]',
      { member: 'data', isInInnerObject: false, namesIn: 'meta' },
    ],
    [
      '{"resultSetMetaData":{"rowType":[{"name":"ID"},{"name":"N"}]},"data":[["1","a"]],"code":"0"}',
      '[{"ID":"1","N":"a"}]',
      { member: 'data', isInInnerObject: false, namesIn: 'rowType' },
    ],
    [
      '{"data":{"cols":[{"display_name":"A","name":"id"},{"name":"n"}],"rows":[[1,{"x":[2,3]}]]},"row_count":1}',
      '[{"id":1,"n":{"x":[2,3]}}]',
      { member: 'data', isInInnerObject: true, namesIn: 'cols' },
    ],
    [
      '[["id","name"],[1,"a"],[2,null],[]]',
      '[{"id":1,"name":"a"},{"id":2,"name":null}]',
      { member: undefined, isInInnerObject: false, namesIn: undefined },
    ],
    ['[[],[ ],["id"],[1]]', '[{"id":1}]', { member: undefined, isInInnerObject: false, namesIn: undefined }],
  ] as const) {
    it(`become objects: ${text}`, () => {
      assert.deepEqual(offered(text), rows);
      assert.equal(convert(text), expected);
      assert.equal(convert(text, bytewise(text)), expected);
    });
  }

  it('have the values that they had, whatever these are and however they are cut', () => {
    const value = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.jsonValue());
    const table = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }).chain((names) => {
      const row = fc.array(value, { minLength: names.length, maxLength: names.length });
      return fc.record({ names: fc.constant(names), rows: fc.array(row, { minLength: 1, maxLength: 5 }) });
    });
    fc.assert(
      fc.property(table, fc.constantFrom(undefined, 1), cuts, ({ names, rows }, indent, places) => {
        const text = JSON.stringify({ columns: names, data: rows }, null, indent);
        const objects: readonly unknown[] = rows.map((row: readonly unknown[]) =>
          Object.fromEntries(row.map((cell, column) => [names[column] ?? '', cell])),
        );
        const converted = convert(text, cutBytes(Buffer.from(text), places));
        assert.deepEqual(JSON.parse(converted), JSON.parse(JSON.stringify(objects)));
      }),
      { numRuns: runs(200) },
    );
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
    const [before, after] = [`{"columns":["id","n"],"data":[[1,"a"],[2,`, `,"b"],[3,"c"]]}`];
    const pieces = [before, '"', ...Array.from({ length: 5 }, () => 'x'.repeat(MEGABYTE)), '"', after];
    const converted = convert(
      '',
      pieces.map((piece) => Buffer.from(piece)),
    );
    assert.equal(converted, `[{"id":1,"n":"a"},[2,"${long}","b"],{"id":3,"n":"c"}]`);

    const check = checkText('json', text);
    const conversion = { fromArrays: offered(text) };
    const convertedCheck = checkText('json', convert(text));
    const problems = problemsOfConversion({ check, conversion, convertedCheck });
    assert.deepEqual(
      problems.map(({ code, severity }) => [code, severity]),
      [['notObjects', 'blocking']],
    );
  });

  it('are not converted if it is unclear what their columns are called', () => {
    for (const text of [
      // Names that are alike, empty, no names, fewer than there are values, or cut.
      '{"columns":["a","a"],"data":[[1,2]]}',
      '{"columns":["a",""],"data":[[1,2]]}',
      '{"columns":[{"name":"a"},{"type":"b"}],"data":[[1,2]]}',
      '{"values":[["1","2"],["3","4"]]}',
      '{"values":[["a","b"],["1","2","3"]]}',
      '{"values":[["a","b"]]}',
      `{"values":[["a","${'b'.repeat(70_000)}"],["1","2"]]}`,
      '{"result":{"EUR":[[1700000000,"1.5"],[1700000060,"1.6"]],"last":5}}',
      // Another array would be taken.
      '{"data":{"limits":[[1]],"columns":["a","b"],"rows":[["x",1],["y",2]]}}',
      '{"data":[["a","b"],["c","d"]],"data":{"columns":["a","b"],"rows":[["x",1],["y",2]]}}',
      '[{"columns":["a","b"],"data":[[1,2]]}]',
      '[[1,2],[3,4]]',
      '[["a","b"]]',
      '[["a","b"],{"a":1}]',
      '[["a","b"],["c","d"]',
    ]) {
      assert.equal(offered(text), undefined, text);
    }
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
