import assert from 'node:assert/strict';
import { neededConversion } from '../../../../src/data/convert/chosenConversion.ts';
import { conversionOffers } from '../../../../src/data/convert/conversionOffers.ts';
import { blockingProblems } from '../../../../src/data/convert/remainingProblems.ts';
import { checkText } from './checkText.ts';

/** What the check says of the only row: `row`, if nothing is wrong with it. */
function found(text: string): string {
  const codes = checkText('json', text).problems.map(({ code }) => code);
  return codes.find((code) => UNLIKELY.has(code)) ?? 'row';
}

const UNLIKELY: ReadonlySet<string> = new Set(['errorResponse', 'rowsByKey', 'rowsInColumns', 'rowsAsArrays']);

const address = (key: string) => [key, { street: 'Main St', city: 'Springfield' }] as const;
const alike = (keys: readonly string[]) => Object.fromEntries(keys.map(address));

describe('The only row of a JSON text', () => {
  for (const text of [
    '{"error":{"code":401,"message":"Unauthorized"}}',
    '[{"error":{"code":401,"message":"Unauthorized"}}]',
    '{"status":"error","message":"No access"}',
    '{"error":"invalid_grant","error_description":"The token has expired"}',
    '{"errors":[{"message":"No access"}],"data":null}',
    '{"errors":["No access"]}',
    '{"errors":["No access","No rows"]}',
    '{"success":false,"msg":"No access","data":[]}',
    '{"ok":false}',
    '{"type":"about:blank","title":"Unauthorized","status":401,"detail":"No access","instance":"/rows"}',
    '{"timestamp":"2026-01-01","status":500,"error":"Internal Server Error","path":"/rows"}',
    '{"message":"Bad credentials","documentation_url":"https://example.com","status":"401"}',
    '{"Message":"Authorization has been denied for this request."}',
    '{"fault":{"faultstring":"Quota","detail":{"errorcode":"policies"}}}',
    '{"odata.error":{"code":"","message":{"value":"No access"}}}',
    '{"errorCode":"E11","errorSummary":"Invalid token","errorLink":"E11","errorId":"x","errorCauses":[]}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid"}}',
    '{"error_type":"INVALID_INPUT","error_code":"INVALID_TOKEN","error_message":"x","display_message":null,"request_id":"r"}',
    '[{"errorCode":"INVALID_SESSION_ID","message":"Session expired or invalid"}]',
    '[{"message":"No such column","errorCode":"INVALID_FIELD"}]',
    '[{"message":"Required","errorCode":"REQUIRED_FIELD_MISSING","fields":["Name"]}]',
  ]) {
    it(`is the error of an API: ${text}`, () => assert.equal(found(text), 'errorResponse'));
  }

  for (const text of [
    '{"id":7,"amount":5,"error":"too late"}',
    '{"error":null,"status":"ok","message":"2 rows"}',
    '{"id":7,"status":"failed","message":"The card was declined"}',
    '{"timestamp":"2026-01-01","level":"error","message":"No access"}',
    '{"code":404,"title":"Desk"}',
    '{"status":200,"message":"Done"}',
    '{"type":"invoice","description":"Desk","detail":{"net":5}}',
    '{"error":{"code":1},"data":{"id":5}}',
    '{"error_rate":0.1,"errors":5}',
    '{}',
    // It is flat, so the service accepts it.
    '[{"status":"error","message":"No access"}]',
    '[{"errorCode":"E1","message":"No access","timestamp":"2026-01-01"}]',
    '[{"errorCode":"E1","message":"No access","id":5}]',
    '[{"errorCode":"E1"}]',
    '[{"error":"late","message":"No access"}]',
    '[{"errorCode":null,"message":"Done"}]',
    '[{"errorCode":"E1","message":"No access"},{"errorCode":"E2","message":"No rows"}]',
    '[{"error":{"code":401}},{"error":{"code":402}}]',
    '{"error":{"code":401}}\n{"error":{"code":402}}',
  ]) {
    it(`is not taken for the error of an API: ${text}`, () => assert.equal(found(text), 'row'));
  }

  for (const text of [
    '{"1001":{"name":"a","amount":1},"1002":{"name":"b","amount":2}}',
    '[{"1001":{"name":"a","amount":1},"1002":{"name":"b","note":"x"}}]',
    '{"1001":{"name":"a","contacts":[{"id":1}]},"1002":{"name":"b"}}',
    '{"1001":{"name":"a","amount":1}}',
    '{"2026-01-31":{"rate":1.5},"2026-02-28":{"rate":1.6}}',
    '{"status":"ok","data":{"A-1":{"name":"a"},"A-2":{"name":"b"}}}',
    '{"users":{"u1":{"name":"a"},"u2":{"name":"b"}},"orders":{"o1":{"net":1}, "o2":{"net":2}}}',
    '{"1001":{"0":"a"}}',
    '{"2025":{"1":5,"2":6},"2026":{"1":7,"2":8}}',
    JSON.stringify(alike(['EUR', 'USD', 'GBP', 'CHF', 'JPY'])),
    JSON.stringify(
      Object.fromEntries(Array.from('abcdefghij', (key, index) => [key, { id: 1, [`x${index}`]: 1 }] as const)),
    ),
  ]) {
    it(`has rows under keys: ${text}`, () => assert.equal(found(text), 'rowsByKey'));
  }

  const numbers = Array.from({ length: 40_000 }, (_, row) => row);
  for (const text of [
    '{"name":{"0":"a","1":"b"},"amount":{"0":1,"1":2}}',
    '{"name":{"0":"a"},"amount":{"0":1}}',
    '{"name":{"0":"a","1":"b"}}',
    '{"2025":{"0":1,"1":2},"2026":{"0":3,"1":4}}',
    '{"name":{"7":"a","9":"b"},"amount":{"7":1,"9":{"net":2}}}',
    '[{"name":{"0":"a","1":"b"},"amount":{"0":1,"1":2}}]',
    '{"name":["a","b"],"amount":[1,null]}',
    '{"name":["a","b"]}',
    '{"count":2,"data":{"name":["a","b"],"amount":[1,2]}}',
    // Longer than what is read again.
    JSON.stringify({ name: Object.fromEntries(numbers.entries()), amount: Object.fromEntries(numbers.entries()) }),
    JSON.stringify({ name: numbers, amount: numbers }),
  ]) {
    it(`has the values of each column together: ${text.slice(0, 80)}`, () => {
      assert.equal(found(text), 'rowsInColumns');
      assert.deepEqual(neededConversion(checkText('json', text)), {});
    });
  }

  const points = (count: number) => numbers.slice(0, count).map((number) => [number, number / 10]);
  for (const [text, name] of [
    // Those of spreadsheets, databases, statistics and prices.
    ['{"range":"A1:B3","majorDimension":"ROWS","values":[["id","name"],["1","a"],["2"]]}', 'values'],
    ['{"values":[[],["id","name"],[1,"a"],[2,"b"]]}', 'values'],
    ['[{"values":[["id"],["1"]]}]', 'values'],
    ['{"columns":["name","amount"],"index":[0,1],"data":[["a",1],["b",2]]}', 'data'],
    ['{"columns":["name"],"data":[["a"],["b"]]}', 'data'],
    ['{"columns":["x","y"],"data":[[1,2],[3,4]]}', 'data'],
    ['{"header":["id","name"],"rows":[[1,"a"]]}', 'rows'],
    ['{"rows":[[1,{"net":5}]],"Fields":["id","amount"]}', 'rows'],
    ['{"data":{"rows":[[1,2]],"cols":[{"name":"id"},{"name":"n"}]},"row_count":1}', 'rows'],
    ['{"resultSetMetaData":{"rowType":[{"name":"ID"},{"name":"N"}]},"data":[["1","a"]]}', 'data'],
    ['{"id":"q1","columns":[{"name":"id"},{"name":"n"}],"data":[[1,2],[3,4]]}', 'data'],
    ['{"result":{"EUR":[[1700000000,"1.5"],[1700000060,"1.6"]],"last":5}}', 'EUR'],
    [JSON.stringify({ prices: points(21), volumes: points(21) }), 'prices'],
    // Longer than what is read again.
    [JSON.stringify({ columns: ['x', 'y'], index: [0], data: points(40_000) }), 'data'],
    [JSON.stringify({ data: points(40_000), columns: [{ name: 'x' }, { name: 'y' }] }), 'data'],
  ] as const) {
    it(`has rows that are arrays: ${text.slice(0, 80)}`, () => {
      const check = checkText('json', text);
      assert.equal(found(text), 'rowsAsArrays');
      const names = check.problems.flatMap((problem) => (problem.code === 'rowsAsArrays' ? problem.name : []));
      assert.deepEqual(names, [name]);
      assert.deepEqual(neededConversion(check), {});
      assert.ok(check.problems.every(({ code }) => code !== 'rowsInObject'));
    });
  }

  it('has rows that are arrays in what looks like its row', () => {
    for (const [text, name] of [
      ['{"tables":[{"name":"T","columns":[{"name":"a"},{"name":"b"}],"rows":[[1,2],[3,4]]}]}', 'rows'],
      ['{"tables":[{"columns":["a","b"],"rows":[[1,2]]},{"columns":["c"],"rows":[[1]]}]}', 'rows'],
      ['{"results":[{"id":0,"series":[{"name":"cpu","columns":["time","value"],"values":[["t",1]]}]}]}', 'values'],
      ['{"spreadsheetId":"s","valueRanges":[{"range":"A1:A2","values":[["id"],["1"]]}]}', 'values'],
      ['{"data":{"tables":[{"columns":["a"],"rows":[["x"],["y"]]}]}}', 'rows'],
    ] as const) {
      const check = checkText('json', text);
      const names = check.problems.flatMap((problem) => (problem.code === 'rowsAsArrays' ? problem.name : []));
      assert.deepEqual(names, [name], text);
      assert.deepEqual(neededConversion(check), {}, text);
      const ids = conversionOffers(check).map(({ id }) => id);
      assert.ok(ids.includes('fromMember') && !ids.includes('fromArrays'), ids.join());
    }
    for (const text of [
      '{"data":[{"id":1,"pairs":[["a","b"],["c","d"]]},{"id":2,"pairs":[["a","b"],["c","d"]]}]}',
      '{"data":[{"id":1,"matrix":[[1,0],[0,1]]}]}',
    ]) {
      assert.equal(found(text), 'row', text);
      assert.deepEqual(neededConversion(checkText('json', text)), { fromMember: 'data', toFlatRows: true });
    }
  });

  it('has no rows that are arrays', () => {
    for (const text of [
      '{"id":1,"location":[1,2],"tags":["a","b"]}',
      '{"id":1,"tags":["a","b"],"matrix":[[1,0],[0,1]]}',
      '{"type":"Polygon","coordinates":[[[1,2],[3,4],[1,2]]]}',
      JSON.stringify({ type: 'Feature', geometry: { type: 'LineString', coordinates: points(50) }, name: 'a' }),
      JSON.stringify({ id: 1, points: points(20) }),
      '{"id":1,"names":[["a","b"]]}',
      '{"id":1,"names":[["a","b"],"c"]}',
      '{"id":1,"names":[[],[]]}',
      '{"columns":["x","y","z"],"point":[[1,2],[3,4]]}',
      '{"columns":[],"data":[[],[]]}',
      '{"columns":["name",1],"data":[[1,2]]}',
      '[{"values":[["id"],["1"]]},{"values":[["id"],["1"]]}]',
    ]) {
      assert.equal(found(text), 'row', text);
    }
  });

  it('has no rows that are arrays if they are certainly objects, or may be', () => {
    const text = '{"data":[{"id":1}],"pairs":[["a","b"],["c","d"]]}';
    assert.deepEqual(neededConversion(checkText('json', text)), { fromMember: 'data' });
    assert.equal(found('{"d":{"results":[{"id":1}],"pairs":[["a","b"],["c","d"]]}}'), 'row');
  });

  const days = (count: number) =>
    Object.fromEntries(
      numbers
        .slice(0, count)
        .map((day) => [new Date(day * 86_400_000).toISOString().slice(0, 10), { USD: 1.09, GBP: 0.86 }] as const),
    );
  it('has many rows under keys in a member', () => {
    for (const object of [
      { amount: 1, base: 'EUR', rates: days(10) },
      { amount: 1, base: 'EUR', rates: days(5_000) },
      {
        base: 'EUR',
        currencies: alike(Array.from({ length: 21 }, (_, index) => `${'ABC'.charAt(index % 3)}${index}`)),
      },
    ]) {
      assert.equal(found(JSON.stringify(object)), 'rowsByKey');
      assert.equal(found(JSON.stringify([object])), 'rowsByKey');
      assert.deepEqual(neededConversion(checkText('json', JSON.stringify(object))), {});
    }
    for (const object of [
      { base: 'EUR', rates: days(9) },
      { form: 'x', answers: alike(Array.from({ length: 20 }, (_, index) => `q${index}`)) },
      { base: 'EUR', date: '2026-01-31', rates: Object.fromEntries(numbers.slice(0, 170).map((n) => [`C${n}`, n])) },
      { rates: days(250), d: { items: [{ id: 1 }] } },
    ]) {
      assert.equal(found(JSON.stringify(object)), 'row', JSON.stringify(object));
    }
  });

  it('has rows under keys in a text of any length', () => {
    const rows = Array.from({ length: 5_000 }, (_, row) => [`${row}`, { name: `row ${row}`, amount: row }] as const);
    assert.equal(found(JSON.stringify(Object.fromEntries(rows))), 'rowsByKey');
  });

  for (const text of [
    '{"customer":{"name":"a"},"address":{"city":"b"}}',
    JSON.stringify(alike(['billing', 'shipping'])),
    '{"temperature":{"value":1,"unit":"C"},"pressure":{"value":2,"unit":"hPa"},"wind":{"value":3,"unit":"m/s"}}',
    '{"id":1,"prices":{"2025":{"net":1},"2026":{"net":2}}}',
    '{"id":1,"1001":{"name":"a"},"1002":{"name":"b"}}',
    '{"address1":{"city":"a"},"contact2":{"name":"b"}}',
    '{"a1":{},"a2":{}}',
    '{"id":1,"tags":["a","b"]}',
    '{"tags":["a","b"],"codes":[1]}',
    '{"tags":["a","b"],"codes":[1,[2]]}',
    '{"tags":["a"],"codes":[1]}',
    '{"tags":[],"codes":[]}',
    '{"a":1,"b":2}',
    '{"name":{"a":1},"amount":{"a":2}}',
    '{"name":{"0":"a"}}',
    '{"columns":["name"],"data":[1]}',
    '{"a1":{"x":1},"a2":[1]}',
    '[{"1001":{"name":"a"},"1002":{"name":"b"}},{"1001":{"name":"a"},"1002":{"name":"b"}}]',
  ]) {
    it(`has no rows under keys: ${text}`, () => assert.equal(found(text), 'row'));
  }

  it('has no rows under keys if they are certainly in an array', () => {
    const text = '{"meta":{"a1":{"x":1},"a2":{"x":1}},"data":[{"id":1}]}';
    assert.deepEqual(neededConversion(checkText('json', text)), { fromMember: 'data' });
  });

  it('is sent only if the user chooses it, where it is hardly one', () => {
    for (const [text, offered] of [
      ['{"error":{"code":401}}', ['toFlatRows', 'oneRow']],
      ['{"status":"error","message":"No access"}', ['oneRow']],
      ['{"errors":[{"message":"No access"}]}', ['fromMember', 'toFlatRows', 'oneRow']],
      ['[{"error":{"code":401}}]', ['toFlatRows']],
      ['[{"errorCode":"E1","message":"No access"}]', ['oneRow']],
      ['{"1001":{"name":"a"},"1002":{"name":"b"}}', ['fromKeys', 'toFlatRows', 'oneRow']],
      ['{"data":{"1001":{"name":"a"},"1002":{"name":"b"}}}', ['toFlatRows', 'oneRow']],
      ['[{"1001":{"name":"a"},"1002":{"name":"b"}}]', ['toFlatRows']],
    ] as const) {
      const check = checkText('json', text);
      const offers = conversionOffers(check);
      assert.deepEqual(
        offers.map(({ id }) => id),
        offered,
        text,
      );
      assert.deepEqual(neededConversion(check), {}, text);
      assert.notDeepEqual(blockingProblems({ check }), [], text);
      const isOneRow = offered.some((id) => id === 'oneRow');
      const conversion = { toFlatRows: true, ...(isOneRow && { toArray: true }) };
      assert.deepEqual(blockingProblems({ check, conversion }), [], text);
    }
    const check = checkText('json', '{"errors":[{"message":"No access"}]}');
    assert.deepEqual(blockingProblems({ check, conversion: { fromMember: 'errors' } }), []);
    const flat = blockingProblems({ check, conversion: { toFlatRows: true } });
    assert.deepEqual(
      flat.map(({ code }) => code),
      ['rowsInObject'],
    );
  });
});
