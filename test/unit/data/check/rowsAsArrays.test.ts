import assert from 'node:assert/strict';
import type { ArrayRows } from '../../../../src/model/upload.ts';
import { FIRST_ROWS_BYTES } from '../../../../src/data/check/firstRows.ts';
import { readArrayTable } from '../../../../src/data/check/rowsAsArrays.ts';
import { checkText } from './checkText.ts';

/** Where the check finds the rows, if it knows the names of their columns. */
function tableIn(text: string): ArrayRows | undefined {
  return checkText('json', text).problems.flatMap((problem) =>
    problem.code === 'rowsAsArrays' ? problem.table : [],
  )[0];
}

const inMember = { member: 'data', isInInnerObject: false };
const columns = '"columns":["id","a"]';

describe('A table in JSON whose rows are arrays', () => {
  for (const [text, names, rows] of [
    [
      '{"range":"A1:B9","values":[["id","a"],["1","x"],[],["2"]]}',
      'id a',
      { ...inMember, member: 'values', namesIn: undefined },
    ],
    ['{"values":[[],["id","a"],["1","x"]]}', 'id a', { ...inMember, member: 'values', namesIn: undefined }],
    [`{${columns},"index":[0],"data":[[1,"x"]]}`, 'id a', { ...inMember, namesIn: 'columns' }],
    [`{${columns},"data":[[1],[2,3],[]]}`, 'id a', { ...inMember, namesIn: 'columns' }],
    // The third value is a problem of its row in what is sent.
    [`{${columns},"data":[["1","x"],["2","y","z"]]}`, 'id a', { ...inMember, namesIn: 'columns' }],
    ['{"rows":[[1,"x"]],"Field_Names":["id","a"]}', 'id a', { ...inMember, member: 'rows', namesIn: 'Field_Names' }],
    // Of several names, the first kind that is there counts.
    [
      '{"meta":[{"type":"t","name":"id"},{"label":"A","name":"a"}],"data":[[1,2]]}',
      'id a',
      { ...inMember, namesIn: 'meta' },
    ],
    ['{"headers":[{"title":"id","name":1},{"title":"a"}],"data":[[1,2]]}', 'id a', { ...inMember, namesIn: 'headers' }],
    ['{"m":{"rowType":[{"name":"id"},{"name":"a"}]},"data":[[1,2]]}', 'id a', { ...inMember, namesIn: 'rowType' }],
    [
      `{"data":{${columns},"rows":[[1,2]]},"n":1}`,
      'id a',
      { member: 'data', isInInnerObject: true, namesIn: 'columns' },
    ],
    [
      `{"data":{"index":[1],"of":{},${columns},"rows":[[1,2]]}}`,
      'id a',
      { ...inMember, isInInnerObject: true, namesIn: 'columns' },
    ],
    [
      `{"data":{"a":{${columns}},"b":{"c":{"rows":[[1,2]]}}}}`,
      'id a',
      { ...inMember, isInInnerObject: true, namesIn: 'columns' },
    ],
    [
      `{"a":{"b":{"rows":[[1,2]]}},${columns},"data":{"rows":[[3,4]]}}`,
      'id a',
      { ...inMember, isInInnerObject: true, namesIn: 'columns' },
    ],
    [
      `{${columns},"data":[[1,"x"],[2,"${'y'.repeat(FIRST_ROWS_BYTES)}"],[3]]}`,
      'id a',
      { ...inMember, namesIn: 'columns' },
    ],
    ['[["id","a"],[1,"x"],[2,null],[]]', 'id a', { member: undefined, isInInnerObject: false, namesIn: undefined }],
    [' [[],[ ],["id"],[1]]', 'id', { member: undefined, isInInnerObject: false, namesIn: undefined }],
  ] as const) {
    it(`is found: ${text.slice(0, 100)}`, () => {
      assert.deepEqual(tableIn(text), rows);
      const { names: found, ...where } = readArrayTable(text.slice(0, FIRST_ROWS_BYTES)) ?? {};
      assert.deepEqual([found?.join(' '), where], [names, rows]);
    });
  }

  for (const text of [
    // Names that are alike, empty, not there, not text, or cut; and fewer than there are values.
    '{"columns":["a","a"],"data":[[1,2]]}',
    '{"columns":["a",""],"data":[[1,2]]}',
    '{"columns":[{"name":"a"},{"type":"b"}],"data":[[1,2]]}',
    '{"columns":[{"name":"a"},{"name":2}],"data":[[1,2]]}',
    `{"columns":["a","${'b'.repeat(1_001)}"],"data":[[1,2]]}`,
    '{"values":[["1","2"],["3","4"]]}',
    '{"values":[["a",2],["b","c"]]}',
    '{"values":[["a","b"],["1","2","3"]]}',
    '{"values":[["a","b"]]}',
    '{"values":[["a","b"],[]]}',
    `{"values":[["a","${'b'.repeat(FIRST_ROWS_BYTES)}"],["1","2"]]}`,
    '{"result":{"EUR":[[1700000000,"1.5"],[1700000060,"1.6"]],"last":5}}',
    // Another array would be taken.
    `{"data":{"limits":[[1]],${columns},"rows":[["x",1],["y",2]]}}`,
    `{"data":{"a":{"limits":[[1]]},${columns},"rows":[["x",1],["y",2]]}}`,
    `{"a":{"b":{"c":{"d":{"e":{${columns},"rows":[[1,"x"]]}}}}}}`,
    `[{${columns},"data":[[1,2]]}]`,
    `{${columns},"${'d'.repeat(1_001)}":[[1,2]]}`,
    // Other values, or a text that ends too early.
    '[[1,2],[3,4]]',
    '[["a","b"]]',
    '[["a","b"],{"a":1}]',
    '[["a","b"],["c","d"]',
    `{${columns},"data":[[1,2],3]}`,
    `{${columns},"data":[[1],[3]]}`,
    `{${columns},"data":[]}`,
    '[]',
  ]) {
    it(`is not found: ${text.slice(0, 100)}`, () => assert.equal(tableIn(text), undefined));
  }

  it('is reported once instead of each of its rows', () => {
    const { problems, rows } = checkText('json', '\n[["id"],[1],[2]]');
    const found = problems.map(({ code, line, column }) => `${code} ${line}:${column}`);
    assert.deepEqual([found, rows], [['rowsAsArrays 2:2'], 3]);
  });
});
