import assert from 'node:assert/strict';
import { neededConversion } from '../../../../src/data/convert/chosenConversion.ts';
import { checkBytes, checkText } from './checkText.ts';
import { encode } from './csvTables.ts';

/** What the check says about the object: the member with the rows, `?` if that is not certain, `nested` if they are, or whether there may be rows. */
function found(text: string): string | undefined {
  const [finding] = checkText('json', text).problems.filter(
    ({ code }) => code === 'oneObject' || code === 'rowsInObject',
  );
  switch (finding?.code) {
    case 'rowsInObject':
      return `${finding.name}${finding.isCertain ? '' : '?'}${finding.hasNestedRows ? ' nested' : ''}`;
    case 'oneObject':
      return finding.mayHoldRows ? '(rows?)' : '(one row)';
    default:
      return undefined;
  }
}

describe('The rows in an object', () => {
  for (const [text, expected] of [
    ['{"data":[{"id":1}]}', 'data'],
    ['{"meta":{"page":{"size":2}},"data":[{"id":1},{"id":2}]}', 'data'],
    ['{"@odata.context":"https://example.com/$metadata","value":[{"id":1}]}', 'value'],
    ['{"results":[{"id":1},{"id":2}],"count":2,"next":null}', 'results'],
    [' \r\n{ "data" :\n[ \n { } ] } ', 'data'],
    ['{"d\\u0061ta\\"":[{"id":1}]}', 'data"'],
    ['{"":[{"id":1}]}', ''],
    // Only the first element counts: the second check finds the others.
    ['{"data":[{"id":1},5,[]]}', 'data'],
    ['{"errors":[],"codes":[1,{"a":[1]}],"path":[["a"]],"data":[{"id":1}]}', 'data'],
    ['{"data":[{"id":1,"tags":["a"]}]}', 'data nested'],
    ['{"data":[{"id":1},{"id":2,"at":{"x":1}}]}', 'data nested'],
    ['{"codes":[1,{"a":[1]}],"data":[{"id":1}],"meta":{"a":[{"b":1}]}}', 'data'],
    // Which of several arrays has the rows is not certain.
    ['{"orders":[{"id":1}],"customers":[{"id":1}]}', '(rows?)'],
    ['{"data":[{"id":1}],"data":[{"id":2}]}', '(rows?)'],
    ['{"data":[{"id":1}],"data":5}', '(rows?)'],
    ['{"data":5,"data":[{"id":1}]}', '(rows?)'],
    ['{"data":[],"d\\u0061ta":[{"id":1}]}', '(rows?)'],
    // Those in an object that is a member, if no member itself has rows or may have some.
    ['{"d":{"results":[{"id":1}]}}', 'd?'],
    ['{"status":"ok","data":{"total":1,"codes":[1],"items":[ {"id":1,"tags":[]} ]},"page":{"size":1}}', 'data? nested'],
    ['{"meta":{"x":{"y":[1]}},"d":{"results":[{"id":1},{"id":2}]}}', 'd?'],
    ['{"data":{"orders":[{"id":1}],"customers":[{"id":1}]}}', '(rows?)'],
    ['{"data":{"orders":[{"id":1}]},"more":{"orders":[{"id":1}]}}', '(rows?)'],
    ['{"data":[],"meta":{"links":[{"id":1}]}}', '(rows?)'],
    ['{"status":0,"result":{"records":[{"id":1}]},"warnings":[]}', 'result?'],
    ['{"errors":[],"notes":[],"result":{"records":[{"id":1}]}}', '(rows?)'],
    ['{"d":{"results":[{"id":1}]},"d":5}', '(rows?)'],
    ['{"d":5,"d":{"results":[{"id":1}]}}', '(rows?)'],
    // The shallowest, but never one that another in its member precedes.
    ['{"d":{"results":{"items":[{"id":1}]}}}', 'd?'],
    ['{"data":{"orders":{"nodes":[{"id":1,"x":{}}],"pageInfo":{"next":null}},"codes":[1]}}', 'data? nested'],
    ['{"a":{"b":{"c":{"d":[{"id":1}]}}},"e":{"f":{"g":[{"id":1}]}}}', 'e?'],
    ['{"a":{"b":[{"id":1}],"c":{"d":[{"id":1}]}}}', 'a?'],
    ['{"a":{"c":{"d":[{"id":1}]},"b":[{"id":1}]}}', '(rows?)'],
    ['{"data":{"b":{"nodes":[{"id":1}]},"c":{"nodes":[{"id":1}]}}}', '(rows?)'],
    ['{"data":{"users":[],"orders":{"nodes":[{"id":1}]}}}', '(rows?)'],
    ['{"a":{"b":{"c":{"d":{"e":[{"id":1}]}}}}}', 'a?'],
    ['{"a":{"b":{"c":{"d":{"e":{"f":[{"id":1}]}}}}}}', '(rows?)'],
    ['{"d":{"results":[[{"id":1}]]}}', '(rows?)'],
    ['{"data":[[{"id":1}]]}', '(rows?)'],
    ['{"id":1,"at":{"x":1}}', '(one row)'],
    ['{"data":[]}', '(rows?)'],
    ['{"items":[],"next":null}', '(rows?)'],
    ['{"codes":[1],"items":[],"next":null}', '(rows?)'],
    ['{"count":0,"data":[ \n ]}', '(rows?)'],
    ['{"d":{"results":[]}}', '(rows?)'],
    ['{"d":{"results":{"items":[]}},"codes":[[]]}', '(rows?)'],
    ['{"d":{"results":[{"items":[]}]}}', 'd? nested'],
    ['{"a":{"b":{"c":{"d":{"e":{"f":[]}}}}}}', '(one row)'],
    // A column.
    ['{"data":[1,2,3]}', '(rows?)'],
    ['{"data":[1,{"id":1}]}', '(one row)'],
    ['{"data":["{"],"x":[null]}', '(one row)'],
    // The rest of a text with a fault is not known.
    ['{"data":[{"id":1}],"more":', '(rows?)'],
    ['{/* rows */"data":[{"id":1}]}', '(rows?)'],
    ['{"data":[{"id":1},]}', '(rows?)'],
    ['[{"data":[{"id":1}]}]', undefined],
    ['{"data":[{"id":1}]}\n{"data":[{"id":2}]}', undefined],
    ['"data"', undefined],
  ] as const) {
    it(`${expected === undefined ? 'are not looked for' : `are in ${expected}`}: ${text}`, () => {
      assert.equal(found(text), expected);
      const bytes = Buffer.from(text);
      const whole = checkBytes('json', bytes);
      for (let at = 1; at < bytes.length; at++) {
        assert.deepEqual(checkBytes('json', bytes.subarray(0, at), bytes.subarray(at)), whole, `cut at ${at}`);
      }
    });
  }

  it('are not certain after so many arrays that not all names are known', () => {
    const textWith = (count: number): string => {
      const others = Array.from({ length: count }, (_, index) => `"m${index}":{"x${index}":{"y":[{"a":1}]}}`);
      return `{"n":1,${others.join()},"d":{"x":{"y":[{"b":1}]},"z":[{"c":1}]}}`;
    };
    assert.equal(found('{"m":{"x":{"y":[{"a":1}]}},"d":{"z":[{"c":1}]}}'), 'd?');
    assert.deepEqual([found(textWith(1)), found(textWith(10)), found(textWith(11))], ['(rows?)', '(rows?)', '(rows?)']);
  });

  it('may be in one of several members, which are named', () => {
    const members = (text: string) =>
      checkText('json', text).problems.flatMap((problem) => (problem.code === 'oneObject' ? [problem.members] : []));
    const rows = '[{"id":1}]';
    assert.deepEqual(members(`{"accounts":${rows},"item":{"x":${rows}},"transactions":${rows}}`), [
      ['accounts', 'transactions'],
    ]);
    assert.deepEqual(members(`{"a":${rows},"b":${rows},"pairs":[["a","b"],["c","d"]]}`), [['a', 'b']]);
    const many = Array.from({ length: 11 }, (_, index) => `"m${index}":${rows}`);
    assert.deepEqual(members(`{${many.join()}}`)[0]?.length, 10);
    assert.deepEqual(members(`{"a":${rows},"${'x'.repeat(1_001)}":${rows}}`), [['a']]);
    for (const text of [
      '{"a":1}',
      '{"a":[]}',
      `{"a":${rows},"b":${rows},"b":5}`,
      `{"a":${rows},"b":5,"b":${rows}}`,
      `{"a":${rows},"a":${rows}}`,
      `{"a":${rows},"b":${rows}`,
      `{"d":{"a":${rows},"b":${rows}}}`,
      `{"columns":${rows},"links":${rows},"rows":[["1"],["2"]]}`,
    ]) {
      assert.deepEqual(members(text), [undefined], text);
    }
  });

  it('are probably inside of what looks like the first row if that has too many objects in an array', () => {
    const objects = (count: number) => JSON.stringify(Array.from({ length: count }, (_, id) => ({ id })));
    const problemsOf = (text: string) => checkText('json', text).problems.filter(({ code }) => code !== 'nestedValue');
    for (const row of [
      `{"columns":[{"name":"ID"}],"items":${objects(21)}}`,
      `{"tables":[{"rows":${objects(21)}}]}`,
      `{"data":{"rows":${objects(21)}}}`,
      `{"id":1,"lines":${objects(21)}},{"id":2,"lines":[]}`,
    ]) {
      const check = checkText('json', `{"results":[${row}],"count":1}`);
      const expected = { code: 'oneObject', mayHoldRows: true, members: ['results'], severity: 'blocking' };
      assert.deepEqual(problemsOf(`{"results":[${row}],"count":1}`), [{ ...expected, line: 1, column: 1 }], row);
      assert.deepEqual(neededConversion(check), {}, row);
    }
    for (const row of [
      `{"id":1,"lines":${objects(20)}}`,
      `{"id":1,"tables":[{"rows":${objects(21)}},{"rows":[]}]}`,
      `{"id":1},{"id":2,"lines":${objects(21)}}`,
    ]) {
      assert.equal(found(`{"results":[${row}]}`), 'results nested', row);
    }
  });

  it('are not those in the empty arrays of a row, unless the names are those of a response', () => {
    const isLikelyRow = (text: string) =>
      checkText('json', text).problems.some((problem) => problem.code === 'oneObject' && problem.isLikelyRow);
    for (const text of [
      '{"id":1,"tags":[]}',
      '{"id":1,"tags":[],"notes":[],"at":{"x":1},"more":{}}',
      '{"name":"a","total":5,"tags":[]}',
    ]) {
      assert.equal(found(text), '(rows?)', 'the review preselects nothing');
      assert.ok(isLikelyRow(text), text);
    }
    for (const text of [
      '{"id":1}',
      '{"tags":[]}',
      '{"count":0,"data":[]}',
      '{"id":1,"data":[]}',
      '{"count":0,"orders":[]}',
      '{"data":{"id":1},"tags":[]}',
      '{"id":1,"tags":[],"lines":[5]}',
      '{"id":1,"tags":[],"lines":[[]]}',
      '{"id":1,"at":{"tags":[]}}',
      '{"id":1,"tags":[]',
      '{"id":1,"tags":[],}',
      '[{"id":1,"tags":[]}]',
    ]) {
      assert.ok(!isLikelyRow(text), text);
    }
  });

  it('are found in a text with a byte order mark, and in other encodings', () => {
    const text = '{"count":1,"Zürich":[{"id":1}]}';
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
      const { problems } = checkBytes('json', encode(text, encoding, true));
      const names = problems.flatMap((problem) => (problem.code === 'rowsInObject' ? problem.name : []));
      assert.deepEqual(names, ['Zürich'], encoding);
    }
  });

  it('are not found by a name that was read in the wrong encoding, or is extremely long', () => {
    const codes = (bytes: Uint8Array) => checkBytes('json', bytes).problems.map(({ code }) => code);
    assert.ok(codes(Buffer.from('{"Z\xfcrich":[{"id":1}]}', 'latin1')).includes('oneObject'));
    assert.ok(codes(Buffer.from(`{"town":"Z\xfcrich","data":[{"id":1}]}`, 'latin1')).includes('rowsInObject'));
    assert.equal(found(`{"${'x'.repeat(1_001)}":[{"id":1}]}`), '(rows?)');
    assert.equal(found(`{"${'x'.repeat(1_000)}":[{"id":1}]}`), 'x'.repeat(1_000));
  });
});
