import assert from 'node:assert/strict';
import { Cursor } from '../../../../src/data/json/cursor.ts';
import { JsonKeys } from '../../../../src/data/json/jsonKeys.ts';
import { STATE } from '../../../../src/data/json/jsonSyntax.ts';
import { RowReader } from '../../../../src/data/json/rowReader.ts';
import { RowTracker } from '../../../../src/data/json/rowTracker.ts';
import { TokenReader } from '../../../../src/data/json/tokenReader.ts';

type State = keyof typeof STATE;

/**
 * Reads a text by the fast path, which begins after the bracket of the root array and knows the keys `a` and `b`. Returns what is left of
 * the text, the state in which it stopped, the values, and the offset of the last comma.
 */
function read(text: string) {
  const cursor = new Cursor();
  const keys = new JsonKeys();
  const values: string[] = [];
  const listener = { onDuplicateKey: (name: string) => values.push(`duplicate ${name}`) };
  const textOf = (bytes: Uint8Array, start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString();
  const takeValues = {
    addString: (column: number, bytes: Uint8Array, start: number, end: number) =>
      values.push(`${column} "${textOf(bytes, start, end)}"`),
    addNumber: (column: number, bytes: Uint8Array, start: number, end: number, isShort: boolean) =>
      values.push(`${column} ${textOf(bytes, start, end)}${isShort ? '' : ' not short'}`),
    addLongString: (column: number) => values.push(`${column} long`),
    addWord: (column: number, word: string) => values.push(`${column} ${word}`),
  };
  const rows = new RowTracker(cursor, listener, keys);
  const tokens = new TokenReader(cursor, rows, keys, listener, takeValues);
  const reader = new RowReader(cursor, rows, tokens, keys, listener, takeValues);
  keys.beginRow();
  for (const name of ['a', 'b']) {
    keys.addName(name, Buffer.from(name));
  }
  cursor.beginChunk(Buffer.from(`[${text}`));
  rows.beginValue('array', () => cursor.positionOf(0));
  rows.open(false, cursor.at++, false);
  const state = reader.read(STATE.valueOrClose);
  const rest = Buffer.from(cursor.bytes.subarray(cursor.at)).toString();
  return { rest, state: (Object.keys(STATE) as State[])[state], values, comma: reader.comma };
}

describe('The fast path of JSON', () => {
  it('reads rows with known keys, whatever their values and white space are', () => {
    const rows = [
      '{"a":1,"b":"x"}',
      '{"b":-12.5,"a":"é\\n\\u00e9"}',
      ' { "a" : true , "b":false}\n',
      '{}',
      '{"a":null}',
      '{\t"a":1e5,\r\n"b":12345678901234567890\n}',
      '{"a":[1,"x",{"new":[]},null],"b":{}}',
      '{"a":"","a":0}',
    ];
    assert.deepEqual(read(`${rows.join(',')}]\n`), {
      rest: '\n',
      state: 'afterValue',
      values: [
        '0 1',
        '1 "x"',
        '1 -12.5',
        '0 "é\\n\\u00e9"',
        '0 true',
        '1 false',
        '0 1e5 not short',
        '1 12345678901234567890 not short',
        '0 ""',
        'duplicate a',
        '-1 0',
      ],
      comma: Buffer.from(rows.join(',')).lastIndexOf(',') + 1,
    });
    assert.deepEqual(read(']'), { rest: '', state: 'afterValue', values: [], comma: -1 });
  });

  it('stops before what it does not read, in the state to continue', () => {
    for (const [text, rest, state] of [
      ['', '', 'valueOrClose'],
      [' ', '', 'valueOrClose'],
      ['1]', '1]', 'valueOrClose'],
      ['{},"x"]', '"x"]', 'valueAfterComma'],
      ['{},]', ']', 'valueAfterComma'],
      ['/**/{}', '/**/{}', 'valueOrClose'],
      ['{"c":1}', '"c":1}', 'keyOrClose'],
      ['{"a":1, "c":1}', '"c":1}', 'keyAfterComma'],
      ['{"a":1,}', '}', 'keyAfterComma'],
      ['{ a:1}', 'a:1}', 'keyOrClose'],
      ['{"a"', '"a"', 'keyOrClose'],
      ['{"a" ', '"a" ', 'keyOrClose'],
      ['{"a" 1', '"a" 1', 'keyOrClose'],
      ['{"a\\x":1', '"a\\x":1', 'keyOrClose'],
      ['{"a":', '', 'value'],
      ['{"a": ', '', 'value'],
      ['{"a":]', ']', 'value'],
      ['{"a":/', '/', 'value'],
      ['{"a":12', '12', 'value'],
      ['{"a":1e5', '1e5', 'value'],
      ['{"a":01}', '01}', 'value'],
      ['{"a":-Infinity}', '-Infinity}', 'value'],
      ['{"a":1Infinity}', '1Infinity}', 'value'],
      ['{"a":NaN}', 'NaN}', 'value'],
      ['{"a":true', 'true', 'value'],
      ['{"a":tru}', 'tru}', 'value'],
      ['{"a":truex}', 'truex}', 'value'],
      ['{"a":falsx}', 'falsx}', 'value'],
      ['{"a":false1}', 'false1}', 'value'],
      ['{"a":nulls}', 'nulls}', 'value'],
      ['{"a":"xy', '', 'inString'],
      ['{"a":"x\\', '\\', 'inString'],
      ['{"a":"x\\q"', '\\q"', 'inString'],
      ['{"a":"x\ny"', '\ny"', 'inString'],
      ['{"a":1', '1', 'value'],
      ['{"a":1 ', '', 'afterValue'],
      ['{"a":1 2', '2', 'afterValue'],
      ['{"a":1]', ']', 'afterValue'],
      ['{"a":[1}', '}', 'afterValue'],
      ['{"a":[', '', 'valueOrClose'],
      ['{"a":[1,', '', 'valueAfterComma'],
      ['{"a":[1,]', ']', 'valueAfterComma'],
      ['{"a":{"x":1,', '', 'keyAfterComma'],
      ['{"a":{"x":1,}', '}', 'keyAfterComma'],
      ['{"a":1} /', '/', 'afterValue'],
    ] as const) {
      const found = read(text);
      assert.deepEqual([found.rest, found.state], [rest, state], text);
    }
  });
});
