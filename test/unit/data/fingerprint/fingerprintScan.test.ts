import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { SEVERITIES } from '../../../../src/data/check/dataProblem.ts';
import { kindByName } from '../../../../src/data/file/kindByName.ts';
import { canonicalNumber } from '../../../../src/data/fingerprint/flatRow.ts';
import { FingerprintScan } from '../../../../src/data/fingerprint/fingerprintScan.ts';
import type { Fingerprint } from '../../../../src/data/fingerprint/fingerprintScan.ts';
import type { Conversion, UploadKind } from '../../../../src/model/upload.ts';
import { runs } from '../../../scale.ts';
import { checkBytes } from '../check/checkText.ts';
import { csvStyle, csvTable, encode, writeTable } from '../check/csvTables.ts';
import type { CsvStyle } from '../check/csvTables.ts';
import { cutBytes, cuts } from '../check/randomChunks.ts';

const CORPUS = new URL('../../../fixtures/corpus/', import.meta.url);
const SECRET = new Uint8Array(32).fill(7);
const PLAIN: CsvStyle = { delimiter: ',', lineBreak: '\n', quotesAll: false, endsInBreak: true };

interface Options {
  readonly conversion?: Conversion;
  readonly secret?: Uint8Array;
  readonly columnsBefore?: readonly string[];
  readonly keyBefore?: string;
}

function scan(kind: UploadKind, chunks: readonly Uint8Array[], options: Options = {}): Fingerprint | undefined {
  const task = new FingerprintScan({
    kind,
    conversion: {},
    secret: SECRET,
    columnsBefore: [],
    keyBefore: undefined,
    ...options,
  });
  chunks.forEach((chunk) => task.push(chunk));
  return task.end();
}

function fingerprintOf(kind: UploadKind, chunks: readonly Uint8Array[], options: Options = {}): Fingerprint {
  const fingerprint = scan(kind, chunks, options);
  assert.ok(fingerprint);
  return fingerprint;
}

function ofText(kind: UploadKind, text: string, options: Options = {}): Fingerprint {
  return fingerprintOf(kind, [Buffer.from(text)], options);
}

/** All of it as plain values. */
function packed({ hashes, key, keyBefore, ...others }: Fingerprint): unknown {
  const packedKey = key && { name: key.name, hashes: key.hashes.pack() };
  return { ...others, hashes: hashes?.pack(), key: packedKey, keyBefore: keyBefore?.name };
}

/** How many rows of the one are in the other. */
function same(kind: UploadKind, before: string, now: string, options: Options = {}): number | undefined {
  const first = ofText(kind, before);
  const second = ofText(kind, now, { columnsBefore: first.columns, ...options });
  return first.hashes && second.hashes?.differenceFrom(first.hashes).same;
}

describe('The fingerprint of CSV', () => {
  it('is the same however the same values are written, in any chunks', () => {
    fc.assert(
      fc.property(csvTable(), csvStyle, csvStyle, fc.boolean(), cuts, (rows, one, other, isMarked, shares) => {
        const kindOf = ({ delimiter }: typeof one): UploadKind => (delimiter === '\t' ? 'tsv' : 'csv');
        const first = ofText(kindOf(one), writeTable(rows, one));
        const bytes = encode(writeTable(rows, other), 'utf-8', isMarked);
        const second = fingerprintOf(kindOf(other), cutBytes(bytes, shares));
        assert.equal(first.rows, rows.length - 1);
        assert.deepEqual(packed(second), packed(first));
      }),
      { numRuns: runs(200) },
    );
  });

  it('has the same rows as exactly those with the same values', () => {
    fc.assert(
      fc.property(csvTable(), csvTable(), csvStyle, (before, now, style) => {
        const kind = style.delimiter === '\t' ? 'tsv' : 'csv';
        const width = before[0]?.length;
        // Of as many columns, so that the rows can be the same.
        const rows = now.map((row) => row.slice(0, width)).filter((row) => row.length === width);
        const mixed = [...before, ...rows.slice(1)];
        const left = before.slice(1).map((row) => JSON.stringify(row));
        const expected = mixed.slice(1).filter((row) => {
          const at = left.indexOf(JSON.stringify(row));
          return at >= 0 && left.splice(at, 1).length > 0;
        }).length;
        assert.equal(same(kind, writeTable(before, style), writeTable(mixed, style)), expected);
      }),
      { numRuns: runs(200) },
    );
  });

  it('counts rows as the check does, in every file of the corpus that can be sent', () => {
    let files = 0;
    for (const name of readdirSync(CORPUS).filter((file) => /\.(csv|tsv|json|jsonl)$/.test(file))) {
      const kind = kindByName({ languageId: '', fileName: name }) ?? assert.fail(name);
      const bytes = readFileSync(new URL(name, CORPUS));
      const check = checkBytes(kind, bytes);
      if (check.problems.every(({ code }) => SEVERITIES[code] === 'warning')) {
        assert.equal(fingerprintOf(kind, [bytes]).rows, check.rows, name);
        files++;
      }
    }
    assert.ok(files > 30, String(files));
  });

  it('does not depend on the order of rows, nor of columns if it is known', () => {
    assert.equal(same('csv', 'id,name,town\n1,a,x\n2,b,y\n', 'town,id,name\ny,2,b\nx,1,a\n'), 2);
    assert.equal(same('csv', 'a,a,b\n1,2,3\n', 'b,a,a\n3,1,2\n'), 1, 'of the same name by their order');
    assert.equal(same('csv', 'a,b\n1,2\n', 'b,a\n1,2\n'), 0, 'the values are of other columns');
    assert.equal(same('csv', 'a,b\n1,2\n', 'a,c\n1,2\n'), 1, 'names are compared apart');
    const reordered = ofText('csv', 'town,id\nx,1\n', { columnsBefore: ['id', 'town'] });
    assert.deepEqual(reordered.columns, ['id', 'town'], 'the next load is compared in the same order');
    assert.deepEqual(
      reordered.columnStats.map(({ name }) => name),
      ['town', 'id'],
    );
    for (const columnsBefore of [['a', 'b'], ['c', 'a', 'b'], ['a']]) {
      assert.deepEqual(ofText('csv', 'a,c\n1,2\n', { columnsBefore }).columns, ['a', 'c'], 'other columns');
    }
  });

  it('is the same in every version, as it is kept until the next load', () => {
    const text = 'id,town,note\n1,Köln,"a ""b"" c"\n2,,\n3,"x\ny",""\n4,東京\n5,Rom,d"e,surplus\n';
    assert.equal(ofText('csv', text).sum, '0201d6f90dc69b7e');
    const reordered = ofText('csv', 'b,a\n1,2\n', { columnsBefore: ['a', 'b'] });
    assert.equal(reordered.sum, ofText('csv', 'a,b\n2,1\n').sum);
  });

  it('does not depend on where a character is cut', () => {
    for (const [kind, text] of [
      ['csv', 'id,town\n1,Köln\n2,東京\n3,"😀 é"'],
      ['json', '[{"é":"Köln","b":"東京"},{"é":"😀"}]'],
    ] as const) {
      const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
      assert.deepEqual(packed(fingerprintOf(kind, bytes)), packed(ofText(kind, text)), kind);
    }
  });

  it('has no row of a line that names the delimiter, of a title line, or of a blank one, but one of an empty value in quotes', () => {
    const { columns, rows, sum } = ofText('csv', 'sep=;\na;b\n1;2\n');
    assert.deepEqual([columns, rows, sum], [['a', 'b'], 1, ofText('csv', 'a,b\n1,2\n').sum]);
    assert.equal(ofText('csv', 'a\n1\n\n""\n2\n').rows, 3);
    const titled = ofText('csv', 'Report;;\n\na;b;c\n1;2;x\n');
    assert.deepEqual(packed(titled), packed(ofText('csv', 'a;b;c\n1;2;x\n')));
  });

  it('is of the value of a cell, whose quotes may be stray or have spaces after them', () => {
    for (const [one, other] of [
      ['x"y', '"x""y"'],
      ['x""y', '"x""""y"'],
      ['"x"', 'x'],
      ['"x"  ', 'x'],
      ['""', ''],
      ['""""', '"""" '],
      ['"x"""', '"x""" '],
      ['"x""y"', '"x""y" '],
      ['"x"y"', '"x""y"'],
    ] as const) {
      assert.equal(same('csv', `a,b\n${one},1\n`, `a,b\n${other},1\n`), 1, `${one} ${other}`);
    }
  });

  it('has the form of dates with spaces around them', () => {
    const { columnStats } = ofText('csv', 'due,note\n2026-01-31 , \n 2026-02-28,x\n" 2026-03-31 09:30 ",x\n');
    assert.deepEqual(columnStats, [
      { name: 'due', blanks: 0, dates: 'YYYY-MM-DD' },
      { name: 'note', blanks: 1 },
    ]);
  });

  it('is of long values as a whole', () => {
    for (const length of [1_500, 4_080, 9_001]) {
      const cells = ['x', '"', 'y'].map((letter) => letter.repeat(length));
      const tableOf = (values: string[]): string => writeTable([['a', 'b', 'c'], values], PLAIN);
      const table = tableOf(cells);
      assert.equal(same('csv', table, table), 1);
      for (let cell = 0; cell < cells.length; cell++) {
        for (const at of [0, length - 1]) {
          const changed = cells.map((value, index) =>
            index === cell ? `${value.slice(0, at)}z${value.slice(at + 1)}` : value,
          );
          assert.equal(same('csv', table, tableOf(changed)), 0, `${length} ${cell} ${at}`);
        }
      }
    }
  });

  it('tells values that only look alike once they are joined', () => {
    for (const [one, other] of [
      ['1,23', '12,3'],
      ['"1,2",3', '1,"2,3"'],
      [',x', 'x,'],
      ['"a""b",c', '"a""""b",c'],
      ['"a""",b', '"a""""",b'],
    ] as const) {
      assert.equal(same('csv', `a,b\n${one}\n`, `a,b\n${other}\n`), 0, one);
    }
  });

  it('treats missing values at the end of a row as empty, and counts surplus ones', () => {
    assert.equal(same('csv', 'a,b,c\n1,2,\n', 'a,b,c\n1,2\n'), 1);
    assert.equal(same('csv', 'a,b\n1,2\n', 'a,b\n1,2,3\n'), 0);
    assert.equal(same('csv', 'a,b\n1,2\n', 'a,b\n1,2,\n'), 0);
    assert.equal(same('csv', 'a,b\n1,2,3\n', 'b,a\n2,1,3\n'), 1);
  });

  it('is of the data as it is sent', () => {
    const conversion = {
      fromEncoding: 'windows-1252',
      fromDelimiter: ';',
      fromDecimalCommas: { delimiter: ';', columns: [1], pointColumns: [] },
    } as const;
    const before = ofText('csv', 'town,amount\nKöln,1.5\n');
    const bytes = Buffer.from('town;amount\nKöln;1,5\n', 'latin1');
    const now = fingerprintOf('csv', [bytes], { conversion });
    assert.equal(now.sum, before.sum);
  });

  it('is another one with another secret', () => {
    const text = 'a\n1\n';
    assert.notEqual(ofText('csv', text).sum, ofText('csv', text, { secret: new Uint8Array(32) }).sum);
  });

  it('is none of a record that does not end', () => {
    const quoted = Buffer.alloc(1_048_576, 'x');
    assert.equal(scan('csv', [Buffer.from('a\n"'), ...Array.from({ length: 10 }, () => quoted)]), undefined);
  });
});

describe('The fingerprint of JSON', () => {
  it('is the same however the same rows are written, in any chunks', () => {
    const value = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', 'é', '😀', '{', ':', ',', 'u'), maxLength: 6 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const key = fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', 'é', '1'), maxLength: 3 });
    const row = fc.dictionary(key, value, { maxKeys: 5 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), fc.boolean(), cuts, (rows, isIndented, shares) => {
        const reversed = rows.map((of) =>
          Object.fromEntries(
            Object.entries(of)
              .toReversed()
              .filter(([, of]) => of !== null),
          ),
        );
        const first = ofText('json', JSON.stringify(rows));
        const text = JSON.stringify(reversed, undefined, isIndented ? 2 : 0);
        const bytes = Buffer.from(text.replaceAll('é', String.raw`\u00e9`).replaceAll('😀', String.raw`\ud83d\ude00`));
        const second = fingerprintOf('json', cutBytes(bytes, shares));
        assert.equal(second.rows, rows.length);
        assert.equal(second.sum, first.sum);
      }),
      { numRuns: runs(300) },
    );
  });

  it('tells rows by key, type and value', () => {
    const rows = [
      ...['{"a":1}', '{"b":1}', '{"a":"1"}', '{"a":"v1"}', '{"a":true}', '{"a":"true"}', '{"a":2}', '{"a":-2}'],
      ...['{"a":1,"b":1}', '{"a":[1]}', '{"a":"[1]"}', '{}'],
    ];
    for (const one of rows) {
      for (const other of rows) {
        assert.equal(same('json', `[${one}]`, `[${other}]`), one === other ? 1 : 0, `${one} ${other}`);
      }
    }
    assert.equal(same('json', '[{"a":1,"b":2}]', '[{"a":2,"b":1}]'), 0, 'values that are swapped');
  });

  it('reads nested values as they are written', () => {
    const nested = '{"a":{"b":["}",1]},"c":2}';
    assert.equal(same('json', `[${nested}]`, `[${nested}]`), 1);
    assert.equal(same('json', `[${nested}]`, `[${nested.replace('1', '2')}]`), 0);
    assert.equal(same('json', `[${nested}]`, `[${nested.replace('2', '3')}]`), 0);
    assert.equal(same('json', '[{"a":{"b":1},"c":2}]', '[{"c":2,"a":{"b":1}}]'), 1, 'the order of keys');
    assert.equal(same('json', '[{"a":{"b":1},"c":2}]', '[{"a":{"c":2},"b":1}]'), 0, 'values that are swapped');
  });

  it('has the columns of its rows, not those of nested values', () => {
    for (const value of [
      '{"x":{"y":[]},"z":1}',
      '[[],{"x":["y","z"]},"x"]',
      '{"x":"}","y":"{","z":1}',
      '["]","[","x"]',
      String.raw`{"x\"}":"\\","y":1}`,
      '[]',
      '{}',
    ]) {
      const { columns, columnStats } = ofText('json', `[{"a":1,"b":${value},"c":2},{"c":3}]`);
      assert.deepEqual(columns, ['a', 'b', 'c'], value);
      assert.deepEqual(
        columnStats,
        [
          { name: 'a', blanks: 1 },
          { name: 'b', blanks: 1 },
          { name: 'c', blanks: 0 },
        ],
        value,
      );
    }
  });

  it('counts the first value of a key that a row has twice', () => {
    const { columnStats } = ofText('json', '[{"a":1,"b":"","a":2,"b":3},{"a":3},{"b":4,"b":""}]');
    assert.deepEqual(
      columnStats.map(({ name, blanks }) => [name, blanks]),
      [
        ['a', 1],
        ['b', 2],
      ],
    );
  });

  it('does not depend on the white space between its values', () => {
    const compact = '[{"a":1,"b":true,"c":"x"},{"a":-2.5,"b":[1]}]';
    for (const space of [' ', '\n', '\r\n', '\t']) {
      const wide = compact.replaceAll(/[[\]{}:,]/g, `${space}$&${space}`).replace(`[${space}1${space}]`, '[1]');
      assert.equal(ofText('json', wide).sum, ofText('json', compact).sum, JSON.stringify(space));
    }
  });

  it('is the same in every version, as it is kept until the next load', () => {
    const rows = [
      { id: 1, town: 'Köln', note: 'a "b"\n', isOpen: true, lines: [1, { x: '}' }] },
      { id: 2, town: null, amount: -10.5 },
      { id: 1e21, town: '東京', amount: 1200 },
    ];
    assert.equal(ofText('json', JSON.stringify(rows)).sum, '670293faa0fc03c9');
  });

  it('is none of a row that is too long', () => {
    const piece = Buffer.alloc(1_048_576, 'x');
    assert.equal(scan('json', [Buffer.from('[{"a":"'), ...Array.from({ length: 10 }, () => piece)]), undefined);
  });

  it('reads rows that are made an array when they are sent', () => {
    const conversion = { toArray: true };
    const lines = ofText('json', '{"a":1}\n{"a":2}\n', { conversion });
    assert.equal(lines.sum, ofText('json', '[{"a":1},{"a":2}]').sum);
  });
});

describe('A number of JSON', () => {
  it('is the same in every notation', () => {
    const notations = [
      ['0', '-0', '0.0', '0e5', '-0.000E-7'],
      ['1200', '1200.0', '1.2e3', '12E+2', '0.0012e6'],
      ['-0.05', '-5e-2', '-0.0500', '-0.5e-1'],
      ['12345678901234567890.5', '1.23456789012345678905e19', '12345678901234567890.50'],
      ['1e400', '10e399', '0.1e401'],
      ['1e-400', '0.1e-399'],
      ['-1e999999999999', '-10e999999999998'],
      ['1e-999999999999', '0.01e-999999999997'],
    ];
    const canonical = notations.map((written) => new Set(written.map(canonicalNumber)));
    assert.ok(
      canonical.every(({ size }) => size === 1),
      JSON.stringify(canonical.map((all) => [...all])),
    );
    assert.equal(new Set(canonical.flatMap((all) => [...all])).size, notations.length);
    for (const written of notations) {
      const sums = written.map((number) => ofText('json', `[{"a":${number}}]`).sum);
      assert.equal(new Set(sums).size, 1, written.join());
    }
  });

  it('is the same as any that is equal, and no other', () => {
    const decimal = fc.stringMatching(/^-?(0|[19][059]{0,44})(\.[059]{1,44})?$/);
    /** In units of the last decimal that any of them may have. */
    const valueOf = (written: string): bigint => {
      const [whole = '', fraction = ''] = written.split('.');
      return BigInt(`${whole}${fraction.padEnd(44, '0')}`);
    };
    const sumOf = (written: string): string => ofText('json', `[{"a":${written}}]`).sum;
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        assert.equal(sumOf(one), sumOf(`${one}e0`));
        assert.equal(sumOf(one) === sumOf(other), valueOf(one) === valueOf(other));
      }),
      { numRuns: runs(200) },
    );
  });

  it('has an exponent only if it has many zeros', () => {
    const zeros = (count: number): string => '0'.repeat(count);
    for (const [written, expected] of [
      ['-12.50e1', '-125'],
      ['0.5', '0.5'],
      ['-5E-3', '-0.005'],
      ['1e39', `1${zeros(39)}`],
      ['1e40', '1e41'],
      ['1e-41', `0.${zeros(40)}1`],
      ['-1e-42', '-1e-41'],
    ] as const) {
      assert.equal(canonicalNumber(written), expected);
    }
  });

  it('is compared as it is written if it is very long', () => {
    const digits = '9'.repeat(2_000);
    assert.equal(canonicalNumber(digits), digits);
  });
});
