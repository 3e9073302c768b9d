import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { severityOf } from '../../../../src/data/check/dataProblem.ts';
import { canonicalNumber } from '../../../../src/data/fingerprint/flatRow.ts';
import { FingerprintScan } from '../../../../src/data/fingerprint/fingerprintScan.ts';
import type { Fingerprint } from '../../../../src/data/fingerprint/fingerprintScan.ts';
import type { Conversion, UploadKind } from '../../../../src/model/upload.ts';
import { runs } from '../../../scale.ts';
import { checkBytes } from '../check/checkText.ts';
import { csvStyle, csvTable, encode, writeTable } from '../check/csvTables.ts';
import { cutBytes, cuts } from '../check/randomChunks.ts';

const CORPUS = new URL('../../../fixtures/corpus/', import.meta.url);
const SECRET = new Uint8Array(32).fill(7);

interface Options {
  readonly conversion?: Conversion;
  readonly secret?: Uint8Array;
  readonly columnsBefore?: readonly string[];
  readonly keyBefore?: string;
}

function fingerprintOf(kind: UploadKind, chunks: readonly Uint8Array[], options: Options = {}): Fingerprint {
  const scan = new FingerprintScan({
    kind,
    conversion: {},
    secret: SECRET,
    columnsBefore: [],
    keyBefore: undefined,
    ...options,
  });
  chunks.forEach((chunk) => scan.push(chunk));
  const fingerprint = scan.end();
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
      const kind = name.endsWith('.csv') ? 'csv' : name.endsWith('.tsv') ? 'tsv' : 'json';
      const bytes = readFileSync(new URL(name, CORPUS));
      const check = checkBytes(kind, bytes);
      if (check.problems.every(({ code }) => severityOf[code] === 'warning')) {
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
  });

  it('tells values that only look alike once they are joined', () => {
    for (const [one, other] of [
      ['1,23', '12,3'],
      ['"1,2",3', '1,"2,3"'],
      [',x', 'x,'],
      ['"a""b",c', '"a""""b",c'],
    ] as const) {
      assert.equal(same('csv', `a,b\n${one}\n`, `a,b\n${other}\n`), 0, one);
    }
  });

  it('treats missing values at the end of a row as empty, and counts surplus ones', () => {
    assert.equal(same('csv', 'a,b,c\n1,2,\n', 'a,b,c\n1,2\n'), 1);
    assert.equal(same('csv', 'a,b\n1,2\n', 'a,b\n1,2,3\n'), 0);
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
    const scan = new FingerprintScan({
      kind: 'csv',
      conversion: {},
      secret: SECRET,
      columnsBefore: [],
      keyBefore: undefined,
    });
    const quoted = Buffer.alloc(1_048_576, 'x');
    scan.push(Buffer.from('a\n"'));
    Array.from({ length: 10 }).forEach(() => scan.push(quoted));
    assert.equal(scan.end(), undefined);
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
    const rows = ['{"a":1}', '{"b":1}', '{"a":"1"}', '{"a":true}', '{"a":2}', '{"a":1,"b":1}', '{"a":[1]}', '{}'];
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

  it('is compared as it is written if it is very long', () => {
    const digits = '9'.repeat(2_000);
    assert.equal(canonicalNumber(digits), digits);
  });
});
