import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { SEVERITIES } from '../../../../src/data/check/dataProblem.ts';
import type { ProblemCode } from '../../../../src/data/check/dataProblem.ts';
import { createTransform } from '../../../../src/data/convert/conversion.ts';
import type { ColumnTotals } from '../../../../src/model/columnTotals.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';
import { runs } from '../../../scale.ts';
import { checkBytes, checkText, checkWithTotals, totalsOf } from './checkText.ts';

const FIXTURES = new URL('../../../fixtures/', import.meta.url);

/** What Python's csv, json and decimal find in a column: see generate.py. */
type PythonTotals = Pick<ColumnTotals, 'name' | 'type' | 'filled' | 'blanks' | 'distinct'> &
  Partial<Pick<ColumnTotals, 'isUnique' | 'sum' | 'smallest' | 'largest'>>;

interface PythonFile {
  readonly kind: UploadKind;
  readonly text: string;
  readonly totals: readonly PythonTotals[];
}

interface PythonCorpus {
  readonly compared: Readonly<Record<string, readonly PythonTotals[]>>;
  /** The other files, with the problem because of which the check finds no values. */
  readonly notCompared: Readonly<Record<string, ProblemCode>>;
}

describe('Control totals', () => {
  it('of 500 files are those that Python finds', () => {
    const files = readFileSync(new URL('totals/files.jsonl', FIXTURES), 'utf8').trim().split('\n');
    assert.equal(files.length, 500);
    // In mutation tests, the first hundred.
    for (const [index, line] of files.slice(0, runs(1_000)).entries()) {
      const { kind, text, totals } = JSON.parse(line) as PythonFile;
      const half = Math.floor(text.length / 2);
      const found = totalsOf(kind, text.slice(0, half), text.slice(half));
      assert.deepEqual(found.map(comparable), totals.map(comparable), `file ${index + 1}: ${text}`);
    }
  });

  it('are the same after commas are converted', () => {
    const sums = (text: string) => {
      const { decimalCommas, thousandsCommas } = checkWithTotals('csv', text);
      assert.ok((decimalCommas === undefined) !== (thousandsCommas === undefined));
      const transform = createTransform({
        fromDecimalCommas: decimalCommas,
        withoutThousandsCommas: thousandsCommas,
      });
      const [before, after] = [
        totalsOf('csv', text),
        totalsOf('csv', transform.push(Buffer.from(text)), transform.end()),
      ].map((totals) => totals.map(({ sum, smallest, largest }) => [sum, smallest, largest]));
      assert.deepEqual(after, before);
      return before;
    };
    const amounts =
      'a;b;c;d;e\n1.234;1,5;1.500;1.500;1.500\n5,25;1,234;12,50;0,5;2,5\n1.234,5;2.5;;3.75;1.234,5\n;;;;3.75\n';
    assert.deepEqual(sums(amounts), [
      ['2473.75', '5.25', '1234.50'],
      ['5.234', '1.234', '2.500'],
      // Beside decimal commas, `1.500` is 1500, unless another point can only be a decimal one.
      ['1512.50', '12.50', '1500.00'],
      ['5.750', '0.500', '3.750'],
      ['2740.75', '2.50', '1500.00'],
    ]);
    for (const space of ['\u00A0', '\u2009', '\u202F']) {
      assert.deepEqual(sums(`a;b\n1 234,50;-1 234.567,5\n0,5;"123 456 789 012 345 678,25"\n`.replaceAll(' ', space)), [
        ['1235.00', '0.50', '1234.50'],
        ['123456789011111110.75', '-1234567.50', '123456789012345678.25'],
      ]);
    }
    // So are `1,000` and `1.500` in columns of which no other number shows it.
    assert.deepEqual(sums('a;b;c;d\n1,000;1.500;12,50;1.234.567\n2,500;12;0,25;-1\n'), [
      ['3.500', '1.000', '2.500'],
      ['1512', '12', '1500'],
      ['12.75', '0.25', '12.50'],
      ['1234566', '-1', '1234567'],
    ]);
    // A column that is not converted, because of `(12,50)`, does not show what the others mean.
    const rows = '390,849;12,50\n'.repeat(25);
    assert.deepEqual(sums(`a;b\n${rows}54.233.669;(12,50)\n`), [
      ['54243440.225', '390.849', '54233669.000'],
      [undefined, undefined, undefined],
    ]);
    assert.deepEqual(sums('a;b;c;d\n"1,234.50";1.500;1,000;+1,234,567\n-2,000;12;0;0.25\n'), [
      ['-765.50', '-2000.00', '1234.50'],
      ['13.500', '1.500', '12.000'],
      ['1000', '0', '1000'],
      ['1234567.25', '0.25', '1234567.00'],
    ]);
    // Nothing is read differently because the commas that showed it are gone.
    assert.deepEqual(sums('a;b;c\n1,234,567;1.500;12,5\n1;12;1,234.5\n'), [
      ['1234568', '1', '1234567'],
      ['13.500', '1.500', '12.000'],
      [undefined, undefined, undefined],
    ]);
  });

  const corpus = JSON.parse(readFileSync(new URL('totals/corpus.json', FIXTURES), 'utf8')) as PythonCorpus;
  const kindOf = (name: string) => name.replace(/^.*\./, '') as UploadKind;
  const read = (name: string) => readFileSync(new URL(`corpus/${name}`, FIXTURES));

  for (const [name, totals] of Object.entries(corpus.compared)) {
    it(`of ${name} are those that Python finds`, () => {
      const found = totalsOf(kindOf(name), read(name));
      assert.deepEqual(found.map(comparable), totals.map(comparable));
    });
  }

  it('are compared with Python’s for every file of the corpus but those in which the check finds no values', () => {
    const names = [...Object.keys(corpus.compared), ...Object.keys(corpus.notCompared)];
    assert.deepEqual(names.sort(), readdirSync(new URL('corpus/', FIXTURES)).sort(), 'each file once');
    for (const [name, problem] of Object.entries(corpus.notCompared)) {
      const { problems } = checkBytes(kindOf(name), read(name));
      assert.deepEqual([name, ...problems.map(({ code }) => code)], [name, problem]);
      assert.equal(SEVERITIES[problem], 'blocking');
      assert.deepEqual(totalsOf(kindOf(name), read(name)), [], name);
    }
  });

  it('are none if a quote is never closed, because the row with the quote is not complete', () => {
    for (const text of ['id,name\n1,Ann\n2,"', 'id,name\n1,Ann\n2,"Bob\n3,Cy\n', 'id,name\n,"']) {
      assert.deepEqual(totalsOf('csv', text), [], text);
    }
    assert.equal(checkText('csv', 'id\n"').totals, undefined, 'not asked for');
  });
});

/** Without the zeros at the end of numbers, which Python keeps by other rules. */
function comparable({ sum, smallest, largest, ...others }: PythonTotals | ColumnTotals): unknown {
  const { name, type, filled, blanks, distinct, isUnique } = others;
  const [total, least, most] = [sum, smallest, largest].map((text) =>
    text?.includes('.') === true ? text.replace(/\.?0*$/, '').replace(/^-0$/, '0') : text?.replace(/^-0$/, '0'),
  );
  return { name, type, filled, blanks, distinct, isUnique, total, least, most };
}
