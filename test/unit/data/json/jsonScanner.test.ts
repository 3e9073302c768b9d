import assert from 'node:assert/strict';
import fc from 'fast-check';
import { JsonKeys } from '../../../../src/data/json/jsonKeys.ts';
import { JsonScanner } from '../../../../src/data/json/jsonScanner.ts';
import type { TextPosition } from '../../../../src/data/text/textPosition.ts';
import { runs } from '../../../scale.ts';

/** All that a scan of a text in these chunks reports, in order, and where it ends. */
function eventsOf(...chunks: readonly (string | Uint8Array)[]): readonly string[] {
  const events: string[] = [];
  const keys = new JsonKeys();
  const at = ({ line, column }: TextPosition) => `${line}:${column}`;
  const textOf = (bytes: Uint8Array, start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString();
  const scanner = new JsonScanner(
    {
      onRoot: (kind, position) => events.push(`root ${kind} ${at(position())}`),
      onElement: (kind, position) => events.push(`element ${kind} ${at(position())}`),
      onRowEnd: (start, end, position) => {
        events.push(`row ${start}-${end} ${at(position())}`);
        if (keys.endRow()) {
          const { missing, added } = keys.difference(2);
          events.push(`missing [${missing.join()}] added [${added.join()}]`);
        }
      },
      onDuplicateKey: (name, position) => events.push(`duplicate ${name} ${at(position())}`),
      onNested: (name, position) => events.push(`nested ${name} ${at(position())}`),
      onNumberSign: (column, name, written, position) =>
        events.push(`number sign ${column} ${name} ${written()} ${at(position())}`),
      onImpreciseNumber: (name, found, position) => events.push(`imprecise ${name} ${found()} ${at(position())}`),
      onFault: (fault, found, position) => events.push(`${fault} ${found} ${at(position())}`),
    },
    keys,
    {
      addString: (column, bytes, start, end) => events.push(`${column} "${textOf(bytes, start, end)}"`),
      addNumber: (column, bytes, start, end) => events.push(`${column} ${textOf(bytes, start, end)}`),
      addLongString: (column) => events.push(`${column} long`),
      addWord: (column, word) => events.push(`${column} ${word}`),
    },
  );
  for (const chunk of chunks) {
    scanner.push(Buffer.from(chunk));
  }
  scanner.end();
  return [...events, `${scanner.offset} ${at(scanner.position())}`];
}

/** The events of a text, without its end. They must be the same where it is cut between any characters. */
function scan(text: string): readonly string[] {
  const characters = Array.from(text);
  const events = eventsOf(text);
  assert.deepEqual(eventsOf(...characters), events, `character by character: ${text}`);
  for (let at = 1; at < characters.length; at++) {
    const parts = [characters.slice(0, at), characters.slice(at)].map((part) => part.join(''));
    assert.deepEqual(eventsOf(...parts), events, `cut at ${at}: ${text}`);
  }
  return events.slice(0, -1);
}

describe('The scan of JSON', () => {
  it('reports strings of rows that begin with a number sign', () => {
    const text = '[{"a":"#1","b":"\\u0023"},{"#c":"x#","b":"#N\\/A","b":"#","d":["#"]}]';
    assert.deepEqual(
      scan(text).filter((event) => event.startsWith('number')),
      ['number sign 0 a "#1" 1:7', 'number sign 1 b "#N\\/A" 1:41', 'number sign -1 b "#" 1:53'],
    );
    const long = '#'.repeat(70_000);
    const events = [`[{"a":"${long}"}]`, `[{"a":"${long}`].map((start) => eventsOf(start, '"}]'));
    assert.deepEqual(
      events.map((found) => found.filter((event) => event.startsWith('number'))),
      Array.from({ length: 2 }, () => [`number sign 0 a "${'#'.repeat(29)} 1:7`]),
    );
  });

  it('reports rows and their values, with their columns', () => {
    assert.deepEqual(scan('[{"a":1,"b":"x"},{"b":"\\u00e9\\n","a":true},\n{"a":null,"c":-1.5e3,"b":false}]'), [
      'root array 1:1',
      'element object 1:2',
      '0 1',
      '1 "x"',
      'row 1-16 1:2',
      'element object 1:18',
      '1 "\\u00e9\\n"',
      '0 true',
      'row 17-42 1:18',
      'element object 2:1',
      '2 -1.5e3',
      '1 false',
      'row 44-75 2:1',
      'missing [] added [c]',
    ]);
  });

  it('reports how the keys of a row differ from those of the first one', () => {
    const rows = [
      '{"a":1,"b":2,"c":3}',
      '{"c":3,"a":1,"b":2}',
      '{"b":2}',
      '{"x":1,"y":2,"z":3}',
      '{}',
      '{"a":1,"x":2}',
    ];
    assert.deepEqual(
      scan(`[${rows.join(',')}]`).filter((event) => event.startsWith('missing')),
      ['missing [a,c] added []', 'missing [a,b] added [x,y]', 'missing [a,b] added []', 'missing [b,c] added [x]'],
    );
    assert.deepEqual(
      scan('[{},{"a":1},{}]').filter((event) => event.startsWith('missing')),
      ['missing [] added [a]'],
    );
  });

  it('reports nested values by their keys, and none of what is in them', () => {
    assert.deepEqual(scan('[{"a":{"b":1,"b":[2,{"c":"}"}]},"d":[],\n"e" : [[{}]] , "a":2}]'), [
      'root array 1:1',
      'element object 1:2',
      'nested a 1:7',
      'nested d 1:37',
      'nested e 2:7',
      'duplicate a 2:16',
      '-1 2',
      'row 1-61 1:2',
    ]);
  });

  it('reports a key that a row has twice, however it is written', () => {
    assert.deepEqual(scan('[{"a":1,"\\u0061":2},{"\\u0061":3, "b":4,\n "a" :"x"},{"a":5}]'), [
      'root array 1:1',
      'element object 1:2',
      '0 1',
      'duplicate a 1:9',
      '-1 2',
      'row 1-19 1:2',
      'element object 1:21',
      '0 3',
      '1 4',
      'duplicate a 2:2',
      '-1 "x"',
      'row 20-50 1:21',
      'missing [] added [b]',
      'element object 2:12',
      '0 5',
      'row 51-58 2:12',
    ]);
  });

  it('reports elements that are no rows, and values that a number of JavaScript would change', () => {
    assert.deepEqual(scan('[1,"x",[{"a":1}],{"é":12345678901234567890, "b":0.10},true,null,{}]'), [
      'root array 1:1',
      'element scalar 1:2',
      'element scalar 1:4',
      'element array 1:8',
      'element object 1:18',
      'imprecise é 12345678901234567890 1:23',
      '0 12345678901234567890',
      '1 0.10',
      'row 17-54 1:18',
      'element scalar 1:55',
      'element scalar 1:60',
      'element object 1:65',
      'row 65-67 1:65',
      'missing [é,b] added []',
    ]);
  });

  it('takes objects one after another for rows, and every other root for none', () => {
    assert.deepEqual(scan('{"a":1}\n{"a":[2]} {"b":"x"}'), [
      'root object 1:1',
      '0 1',
      'row 0-7 1:1',
      'root object 2:1',
      'nested a 2:6',
      'row 8-17 2:1',
      'root object 2:11',
      '1 "x"',
      'row 18-27 2:11',
      'missing [a] added [b]',
    ]);
    for (const [text, ...events] of [
      ['[]', 'root array 1:1'],
      [' 1.5 ', 'root scalar 1:2'],
      ['"x"', 'root scalar 1:1'],
      ['null', 'root scalar 1:1'],
      ['-0', 'root scalar 1:1'],
    ] as const) {
      assert.deepEqual(scan(text), events, text);
    }
  });

  it('reports where and why a text is not JSON', () => {
    for (const [text, fault] of [
      ['', 'endOfText  1:1'],
      [' \n ', 'endOfText  2:2'],
      ['[', 'endOfText  1:2'],
      ['[{"a":1}\n', 'endOfText  2:1'],
      ['[{"a"', 'endOfText  1:6'],
      ['[{"a":', 'endOfText  1:7'],
      ['[{"a":1,', 'endOfText  1:9'],
      ['[{"a":1},', 'endOfText  1:10'],
      ['[1]]', 'textAfterEnd ] 1:4'],
      ['[1] é', 'textAfterEnd é 1:5'],
      ['[1]\n{"a":1}', 'textAfterEnd { 2:1'],
      ['1 2', 'textAfterEnd 2 1:3'],
      ['{"a":1} 2', 'textAfterEnd 2 1:9'],
      ['{"a":1} [', 'textAfterEnd [ 1:9'],
      ['"x"{', 'textAfterEnd { 1:4'],
      ['[1 2]', 'unexpected 2 1:4'],
      ['[{"a":1}}', 'unexpected } 1:9'],
      ['[{"a":1]', 'unexpected ] 1:8'],
      ['[{"a":[1}', 'unexpected } 1:9'],
      ['[{"a":{"b":1]', 'unexpected ] 1:13'],
      ['[{"a" 1}]', 'unexpected 1 1:7'],
      ['[{"a"}]', 'unexpected } 1:6'],
      ['[{"a":}]', 'unexpected } 1:7'],
      ['[{"a":,', 'unexpected , 1:7'],
      ['[{,', 'unexpected , 1:3'],
      ['[,', 'unexpected , 1:2'],
      [']', 'unexpected ] 1:1'],
      ['[{1:2}]', 'unexpected 1 1:3'],
      ['[{a:1}]', 'unexpected a 1:3'],
      ['[{abc:1}]', 'unexpected abc 1:3'],
      ["[{'a':1}]", "unexpected ' 1:3"],
      ['[{"a":1;', 'unexpected ; 1:8'],
      ['[{"a":😀}]', 'unexpected 😀 1:7'],
      ['[{"a":tru}]', 'unexpected tru 1:7'],
      ['[{"a":truee}]', 'unexpected truee 1:7'],
      ['[{"a":fals}]', 'unexpected fals 1:7'],
      ['[{"a":falsy}]', 'unexpected falsy 1:7'],
      ['[{"a":True}]', 'unexpected True 1:7'],
      ['[{"a":nul', 'unexpected nul 1:7'],
      ['[{"a":null1}]', 'unexpected null1 1:7'],
      ['[{"a":undefined}]', 'unexpected undefined 1:7'],
      ['[{"a":$x-y}]', 'unexpected $x-y 1:7'],
      [`[{"a":${'x'.repeat(40)}}]`, `unexpected ${'x'.repeat(30)} 1:7`],
      ['[{"a":1Infinity}]', 'unexpected 1Infinity 1:7'],
      ['[{"a":+Infinity}]', 'unexpected +Infinity 1:7'],
      ['[{"a":01}]', 'badNumber 01 1:7'],
      ['[{"a":1.}]', 'badNumber 1. 1:7'],
      ['[{"a":-}]', 'badNumber - 1:7'],
      ['[{"a":+1}]', 'badNumber +1 1:7'],
      ['[{"a":.5}]', 'badNumber .5 1:7'],
      ['[{"a":1e}]', 'badNumber 1e 1:7'],
      ['[{"a":1-2', 'badNumber 1-2 1:7'],
      [`[${'1.'.repeat(30)}]`, `badNumber ${'1.'.repeat(15)} 1:2`],
      ['[{"a":1x}]', 'unexpected x 1:8'],
      ['[{"a":e5}]', 'unexpected e5 1:7'],
      ['[{"a":E5}]', 'unexpected E5 1:7'],
      ['[{"a":"x', 'unterminatedString "x 1:7'],
      ['[{"a":"x\\', 'unterminatedString "x\\ 1:7'],
      ['[{"a":"x\\u00', 'unterminatedString "x\\u00 1:7'],
      ['[{"a":"x\ny"}]', 'unterminatedString "x 1:7'],
      ['[{"a":"x\r\ny"}]', 'unterminatedString "x 1:7'],
      ['[{"a\n":1}]', 'unterminatedString "a 1:3'],
      [`["${'é'.repeat(40)}\n`, `unterminatedString "${'é'.repeat(29)} 1:2`],
      ['[{"a":"x\ty"}]', 'badString \t 1:9'],
      ['[{"a\0":"y"}]', 'badString \0 1:5'],
      ['[{"a":"é\\x"}]', 'badString \\ 1:9'],
      ['["\\x0041"]', 'badString \\ 1:3'],
      ['[{"a":"😀\\u00g0"}]', 'badString \\u 1:10'],
      ['[{"a":"\\u "}]', 'badString \\u 1:8'],
      ['[{"a\\":1}]', 'unterminatedString "a\\":1}] 1:3'],
      ['[/', 'unexpected / 1:2'],
      ['[1 /x', 'unexpected / 1:4'],
    ] as const) {
      assert.equal(scan(text).at(-1), fault, text);
    }
  });

  it('goes on after a comma before a bracket, a number that is not one, and a comment', () => {
    assert.deepEqual(scan('[{"a":NaN,},\n{"a":-Infinity ,\n},{"a":[1,],"b":Infinity,"c":[NaN]},]'), [
      'root array 1:1',
      'element object 1:2',
      'notANumber NaN 1:7',
      '0 NaN',
      'trailingComma , 1:10',
      'row 1-11 1:2',
      'element object 2:1',
      'notANumber -Infinity 2:6',
      '0 -Infinity',
      'trailingComma , 2:16',
      'row 13-31 2:1',
      'element object 3:3',
      'nested a 3:8',
      'trailingComma , 3:10',
      'notANumber Infinity 3:17',
      '1 Infinity',
      'nested c 3:30',
      'notANumber NaN 3:31',
      'row 32-65 3:3',
      'missing [] added [b,c]',
      'trailingComma , 3:36',
    ]);
    assert.deepEqual(scan('// é\n[/* [ */{/**/"a"//\r:/* * / */1/***/,\n//x\n"b":2}//]\n]/* x\n*/'), [
      'comment // 1:1',
      'root array 2:1',
      'comment /* 2:2',
      'element object 2:9',
      'comment /* 2:10',
      'comment // 2:17',
      'comment /* 3:2',
      '0 1',
      'comment /* 3:12',
      'comment // 4:1',
      '1 2',
      'row 14-53 2:9',
      'comment // 5:7',
      'comment /* 6:2',
    ]);
    assert.ok(scan('[{"a":1, // x\n}]').includes('trailingComma , 1:8'));
    for (const [text, fault] of [
      ['[1]//', 'comment // 1:4'],
      ['[1, /* x */ ]', 'trailingComma , 1:3'],
      ['[{"a":1, // x\n}', 'endOfText  2:2'],
      ['[1]/* *', 'endOfText  1:8'],
      ['[1]/* ', 'endOfText  1:7'],
      ['[1//', 'endOfText  1:5'],
      ['[1]/', 'unexpected / 1:4'],
    ] as const) {
      assert.equal(scan(text).at(-1), fault, text);
    }
  });

  it('reports nothing after a fault that ends it, and knows the end of the text', () => {
    for (const text of ['[x, {"a":1}]\n"é', '[1] 2 3\n', '["\\q", y]\n']) {
      const events = eventsOf(text);
      assert.equal(scan(text).filter((event) => !/^(root|element)/.test(event)).length, 1);
      const lines = text.split('\n');
      assert.equal(events.at(-1), `${Buffer.byteLength(text)} ${lines.length}:${(lines.at(-1) ?? '').length + 1}`);
    }
  });

  it('reads values in hundreds of brackets', () => {
    const open = `[{"a":${'[{"x":'.repeat(100)}`;
    const text = `${open}1${'}]'.repeat(100)},"b":2}]`;
    const events = ['root array 1:1', 'element object 1:2', 'nested a 1:7'];
    assert.deepEqual(eventsOf(text).slice(0, -1), [...events, '1 2', `row 1-${text.length - 1} 1:2`]);
    assert.deepEqual(eventsOf(...Array.from(text)), eventsOf(text));
    assert.equal(eventsOf(`${open}1}}`).at(-2), `unexpected } 1:${open.length + 3}`);
    assert.equal(eventsOf(`${open}1]`).at(-2), `unexpected ] 1:${open.length + 2}`);
  });

  it('reads keys and strings of any length, with white space of any length around them', () => {
    const blank = '\n' + ' '.repeat(50);
    const key = 'long key '.repeat(200);
    const value = 'é'.repeat(3_000);
    const row = `{${blank}"${key}"${blank}:${blank}"${value}"${blank},${blank}"b"${blank}:${blank}-12.5${blank}}`;
    const rows = eventsOf(`[${row},${row},${row}]`);
    assert.equal(rows.filter((event) => event === `0 "${value}"`).length, 3);
    assert.equal(rows.filter((event) => event === '1 -12.5').length, 3);
    assert.deepEqual(
      rows.filter((event) => event.startsWith('row')).map((event) => event.replace(/.* /, '')),
      ['1:2', '9:53', '17:53'],
    );
  });

  it('keeps only the beginning of a string that is longer than 65,536 bytes, if it comes in several chunks', () => {
    for (const [length, isKept] of [
      [65_535, true],
      [65_536, false],
      [80_000, false],
    ] as const) {
      const value = `"${'x'.repeat(length)}"`;
      const whole = eventsOf(`[{"a":${value}}]`);
      for (const chunks of [
        [`[{"a":${value.slice(0, 100)}`, value.slice(100, -1), '"}]'],
        [`[{"a":${value.slice(0, -1)}`, '"}]'],
      ]) {
        const expected = isKept ? whole : whole.map((event) => (event === `0 ${value}` ? '0 long' : event));
        assert.deepEqual(eventsOf(...chunks), expected, String(length));
      }
    }
    const [long, short] = ['x'.repeat(70_000), 'y'];
    assert.deepEqual(
      eventsOf('[{"a":"', long, '"},{"a":', `"${short}`, '"}]').filter((event) => event.startsWith('0')),
      ['0 long', '0 "y"'],
    );
  });

  it('reports the same in any chunks', () => {
    const part = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '"b":',
      '"é\\n":',
      '"\\u0061":',
      '1',
      '-0.5',
      '1e3',
      '12345678901234567890',
      'true',
      'false',
      'null',
      'NaN',
      '-Infinity',
      ' ',
      '\n',
      '\r\n',
      '"x😀"',
      '"',
      '\\',
      '//',
      '/*',
      '*/',
      '{"a":1,"b":"x"},',
      ',{"b":2,"a":[1,{}],"c":true}',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 16 }), fc.nat({ max: 9 }), (parts, length) => {
        const text = `[{"a":1,"b":"x"},\n{"a":2,"b":"y"},${parts.join('')}`;
        const characters = Array.from(text);
        const chunks = characters.map((_, at) => characters.slice(at * (length + 2), (at + 1) * (length + 2)).join(''));
        const whole = eventsOf(text);
        assert.deepEqual(eventsOf(...chunks), whole);
        assert.deepEqual(eventsOf(...characters), whole);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
