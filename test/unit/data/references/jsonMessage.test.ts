import assert from 'node:assert/strict';
import { problemsInJson } from '../../../../src/data/references/jsonMessage.ts';

/** The first sentence of each problem. */
function sentencesIn(message: unknown): readonly (string | undefined)[] {
  return problemsInJson(JSON.stringify(message)).map(({ sentences: [first] }) => first);
}

/** As other programs write a name of two words. */
function spellings(name: string): readonly string[] {
  const [first = '', second = ''] = name.split(' ');
  return second === ''
    ? [first, first.toUpperCase()]
    : [`${first}_${second}`, `${first}-${second}`, first + second.charAt(0).toUpperCase() + second.slice(1)];
}

describe('What a problem in JSON says', () => {
  const members: readonly (readonly [names: string, member: string | number, sentence: string])[] = [
    ['row,row number,row num,row no,record,record number', 12, 'row 12 field "net" value "a" is invalid'],
    ['index,row index,record index', '12', 'row 12 field "net" value "a" is invalid'],
    ['line,line number,line no', 12, 'line 12 field "net" value "a" is invalid'],
    ['path,loc,pointer,instance path,data path', '/12/net', '/12/net value "a" is invalid'],
  ];
  for (const [names, member, sentence] of members) {
    for (const name of names.split(',').flatMap(spellings)) {
      it(`is where: ${name}`, () => {
        assert.deepEqual(sentencesIn({ [name]: member, field: 'net', value: 'a' }), [sentence]);
      });
    }
  }

  for (const name of ['column', 'column name'].flatMap(spellings)) {
    it(`is which column: ${name}`, () => {
      assert.deepEqual(sentencesIn({ row: 1, [name]: 'net', value: 'a' }), ['row 1 column "net" value "a" is invalid']);
    });
  }
  for (const name of ['field', 'field name', 'property', 'property name', 'attribute', 'key'].flatMap(spellings)) {
    it(`is which field: ${name}`, () => {
      assert.deepEqual(sentencesIn({ row: 1, [name]: 'net', value: 'a' }), ['row 1 field "net" value "a" is invalid']);
    });
  }
  const values = 'value,actual,actual value,input,rejected value,attempted value,invalid value,raw value';
  for (const name of values.split(',').flatMap(spellings)) {
    it(`is which value: ${name}`, () => {
      assert.deepEqual(sentencesIn({ row: 1, [name]: 'a' }), ['row 1 value "a" is invalid']);
    });
  }
  const messages = 'message,msg,error message,detail,description,reason,error,messages,errors';
  for (const name of messages.split(',').flatMap(spellings)) {
    it(`is in which words: ${name}`, () => {
      assert.deepEqual(sentencesIn({ row: 1, [name]: 'bad' }), ['row 1: bad']);
      assert.deepEqual(
        problemsInJson(JSON.stringify({ row: 1, [name]: 'bad' })).map(({ message }) => message),
        ['bad'],
      );
    });
  }

  const inner = [
    ...['error', 'errors', 'field errors', 'validation errors', 'row errors', 'problems', 'issues', 'violations'],
    ...['failures', 'detail', 'details', 'context', 'body', 'response'],
  ];
  for (const name of inner.flatMap(spellings)) {
    it(`may be an inner object: ${name}`, () => {
      assert.deepEqual(sentencesIn({ row: 1, [name]: { value: 'a' } }), ['row 1 value "a" is invalid']);
      assert.deepEqual(sentencesIn({ row: 1, [name]: [{ value: 'a' }, { value: 'b' }] }), [
        'row 1 value "a" is invalid',
        'row 1 value "b" is invalid',
      ]);
    });
  }

  const others: readonly (readonly [message: unknown, ...sentences: readonly string[]])[] = [
    [{ row: 1, line: 2, value: 'a' }, 'row 1 (line 2) value "a" is invalid'],
    [{ row: 1, index: 0, value: 'a' }, 'row 1 value "a" is invalid'],
    [{ index: 0, line: 2, value: 'a' }, 'row 0 (line 2) value "a" is invalid'],
    [{ row: 123_456_789, value: 'a' }, 'row 123456789 value "a" is invalid'],
    [{ row: 1, value: 12.5 }, 'row 1 value "12.5" is invalid'],
    [{ row: 1, value: true }, 'row 1 value "true" is invalid'],
    [{ row: 1, value: null }, 'row 1 value "" is invalid'],
    [{ row: 1, column: null }, 'row 1 is invalid'],
    [{ row: 1, column: 12, value: 'a' }, 'row 1 column 12 value "a" is invalid'],
    [{ row: 1, column: 'a', field: 'b' }, 'row 1 column "a" is invalid'],
    [{ row: 1, value: 'a "b"' }, 'row 1 value `a "b"` is invalid'],
    [{ path: ['body', 1, 'net'] }, '$[1]["net"] is invalid'],
    [{ path: [1, 'the "net"'] }, '$[1][`the "net"`] is invalid'],
    [{ path: [1, 'net'], column: 'other', value: 'a' }, '$[1]["net"] value "a" is invalid'],
    [{ value: 'a' }, 'value "a" is invalid'],
    [{ message: 'bad' }, 'bad'],
    [['bad', 'worse'], 'bad', 'worse'],
    [{ row: 1, errors: ['bad', 'worse'] }, 'row 1: bad', 'row 1: worse'],
    [{ row: 1, errors: { net: 'bad' } }, 'row 1 field "net": bad'],
    [
      { row: 1, errors: { net: ['bad', 'worse'], day: ['old'] } },
      'row 1 field "net": bad',
      'row 1 field "net": worse',
      'row 1 field "day": old',
    ],
    [{ row: 1, fieldErrors: { net: 'bad' } }, 'row 1 field "net": bad'],
    [{ row: 1, error: { net: 'bad' } }, 'row 1 is invalid'],
    // An object further inside is of a field only beside texts and lists.
    [{ row: 1, errors: { net: ['bad'], day: { old: true } } }, 'row 1 is invalid'],
    [{ row: 1, errors: { count: 3 } }, 'row 1 is invalid'],
    [{ row: 1, errors: {} }, 'row 1 is invalid'],
    [{ row: 1, errors: [] }, 'row 1 is invalid'],
    [{ row: 1, errors: [{ code: 'E1' }] }, 'row 1 is invalid'],
    // No row, column or value.
    ...[-1, 1.5, 1_234_567_890, true, 'x1', '1x'].map((row) => [{ row, value: 'a' }, 'value "a" is invalid'] as const),
    [{ line: -1, value: 'a' }, 'value "a" is invalid'],
    [{ index: -1, value: 'a' }, 'value "a" is invalid'],
    [{ path: ['1', 'net'], value: 'a' }, 'value "a" is invalid'],
    [{ path: [1, 2], value: 'a' }, 'value "a" is invalid'],
    [{ path: [1, 'the "`net"'], value: 'a' }, 'value "a" is invalid'],
    [{ path: [1, 'net', 'currency'], value: 'a' }, 'value "a" is invalid'],
    [{ row: [1], value: 'a' }, 'value "a" is invalid'],
    [{ row: null, value: 'a' }, 'value "a" is invalid'],
    [{ row: 1, value: 'a "b" `c`' }, 'row 1 is invalid'],
    [{ row: 1, value: 'a\nb', message: 'bad' }, 'row 1: bad'],
    [{ row: 1, value: ['a'] }, 'row 1 is invalid'],
    [{ row: 1, value: [1, 'a'] }, 'row 1 is invalid'],
    [{ row: 1, received: 'a' }, 'row 1 is invalid'],
    [{ row: 1, expected: { value: 'a' } }, 'row 1 is invalid'],
    [{ net: ['bad'] }],
    [{ code: 'E1' }],
    [[1, null, true]],
    [{}],
  ];
  for (const [message, ...sentences] of others) {
    it(`is nothing else: ${JSON.stringify(message)}`, () => {
      assert.deepEqual(sentencesIn(message), sentences);
    });
  }

  it('is first what has the value, then what has the place, then the words alone', () => {
    const message = JSON.stringify({ row: 1, column: 'net', value: 'a', message: 'bad' });
    assert.deepEqual(problemsInJson(message)[0]?.sentences, [
      'row 1 column "net" value "a" is invalid',
      'row 1 column "net": bad',
      'bad',
    ]);
  });

  it('is shown with its own words, with those of the outer object, or with the whole message', () => {
    const shown = (message: string): readonly string[] => problemsInJson(message).map((problem) => problem.message);
    assert.deepEqual(shown('{"message":"bad","errors":[{"row":1},{"row":2,"message":" worse "}]}'), ['bad', 'worse']);
    assert.deepEqual(shown(' Failed: [{"row":1}] '), ['Failed: [{"row":1}]']);
    assert.deepEqual(shown('[{"errors":[{"row":1}],"message":"bad"},{"row":2}]'), [
      'bad',
      '[{"errors":[{"row":1}],"message":"bad"},{"row":2}]',
    ]);
  });

  it('is read if the JSON begins with the first or the second bracket of the message', () => {
    const json = '{"row":1}';
    assert.equal(problemsInJson(json).length, 1);
    assert.equal(problemsInJson(`Failed [twice]: ${json}`).length, 1);
    assert.equal(problemsInJson(`Failed [twice] [of two]: ${json}`).length, 0);
    assert.equal(problemsInJson(`${json}, and more`).length, 0);
    assert.equal(problemsInJson('"row 1"').length, 0);
  });

  it('is read in up to six levels of objects or lists', () => {
    const nested = (levels: number, wrap: (inner: unknown) => unknown): string =>
      JSON.stringify(Array.from({ length: levels }).reduce<unknown>(wrap, { row: 1 }));
    for (const wrap of [(errors: unknown) => ({ errors }), (inner: unknown) => [inner]]) {
      assert.equal(problemsInJson(nested(6, wrap)).length, 1);
      assert.equal(problemsInJson(nested(7, wrap)).length, 0);
    }
  });
});
