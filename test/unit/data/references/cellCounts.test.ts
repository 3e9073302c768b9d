import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { rangesIn } from './findProblems.ts';
import { readCellCount } from '../../../../src/data/references/readCellCount.ts';
import type { CellCount } from '../../../../src/data/references/readCellCount.ts';

describe('The number of cells in a row', () => {
  const cellCounts: readonly (readonly [message: string, cellCount: CellCount | undefined])[] = [
    ['Row 9 has 5 values, but there are 6 columns.', 5],
    ['Row 9 has only 5 values', 5],
    ['Expected 6 fields in line 10, saw 5', 5],
    ['Error tokenizing data. C error: Expected 6 fields in line 10, saw 8', 8],
    ['Line 10: expected 6 columns, found 5', 5],
    ['Line 10: expected 6 columns but found 5 columns', 5],
    ['Line 10: found 5 columns, expected 6', 5],
    ['Line 10: 6 columns expected, 5 found', 5],
    ['Line 10: 6 columns were expected but got 5', 5],
    ['Row 9: 5 values instead of 6', 5],
    ['Row 9 contains 8 cells; the header has 6 cells', 8],
    ['The header has 6 columns, but row 9 has 5 columns', 5],
    ['Row 9 should have 6 columns but has 5', 5],
    ['Row 9 must have 6 columns, but has 5 columns', 5],
    ['Zeile 9 hat 5 Spalten statt 6', 5],
    ['Zeile 9: 6 Spalten erwartet, 5 gefunden', 5],
    ['Ligne 9 : 6 colonnes attendues, 5 trouvées', 5],
    ['La ligne 9 contient 5 valeurs', 5],
    ['Line 10: expected number of columns: 6, found: 5', 5],
    ['Row 9: column count mismatch: expected 6, got 5', 5],
    ['Row 9: the number of fields is wrong: expected 6, but found 5', 5],
    ['Row 9: column count mismatch', 'other'],
    ['record on line 10: wrong number of fields', 'other'],
    ['Row 9: number of data fields does not match number of headers', 'other'],
    ['Row 9: too many values', 'more'],
    ['Row 9 has an extra value', 'more'],
    ['Row 9 was truncated; it contained more data than there were input columns', 'more'],
    ['Zeile 9: zu viele Spalten', 'more'],
    ['Ligne 9 : trop de valeurs', 'more'],
    ['Row 9: too few values', 'fewer'],
    ['Row 9: not enough columns', 'fewer'],
    ['Row 9 has fewer fields than the header', 'fewer'],
    ["Row 8 doesn't contain data for all columns", 'fewer'],
    ['Zeile 9: zu wenig Werte', 'fewer'],
    ['Ligne 9 : trop peu de colonnes', 'fewer'],
    ['Row 9 has too few values or too many values', 'other'],
    ['Too few fields: expected 6 fields but parsed 5 (row 7)', 5],
    ['Invalid Record Length: columns length is 6, got 5 on line 9', 5],
    ['Invalid Record Length: expect 6, got 7 on line 10', 7],
    ['Line 10 has an invalid number of columns', 'other'],
    ['Row 9 has 5 errors', undefined],
    ['Row 9 has 5 values or 6 values', 5],
    ['Row 9 has 5 values, and row 12 has 7 values', undefined],
    ['Row 9: got 5', undefined],
    ['Row 9: value is too long: got 5', undefined],
    ['Row 9 has 1.5 values', undefined],
    ['Row 9 has 5% values', undefined],
    ['There are 6 columns in row 9', undefined],
    ['Row 9 is not valid', undefined],
  ];
  for (const [message, cellCount] of cellCounts) {
    it(JSON.stringify(message), () => assert.equal(readCellCount(message), cellCount));
  }
});

const STATEMENT = [
  'date;text;net;currency',
  ...Array.from({ length: 7 }, (_, index) => `2026-01-0${index + 1};"a;${index}";${index};EUR`),
  '2026-01-08;eight;-8,5',
  '2026-01-09;nine;9;EUR',
  '2026-01-10;ten;10;EUR;canceled;',
  '2026-01-11;eleven;11;EUR',
  '',
].join('\n');
const EIGHT = '9:1-9:22 2026-01-08;eight;-8,5';
const TEN = '11:1-11:32 2026-01-10;ten;10;EUR;canceled;';

describe('The range of a message about the number of cells in a row', () => {
  it('is none of a column that is named like a word of such a message', () => {
    assert.deepEqual(rangesIn('id,expected\n1,x\n', 'Unknown column expected'), ['1:4-1:12 expected']);
  });

  for (const [message, ...ranges] of [
    ['Row 8 has 3 values, but there are 4 columns.', EIGHT],
    ['Line 9: expected 4 fields, found 3', EIGHT],
    ['Row 7 has 3 columns', EIGHT],
    ['Expected 4 fields in line 11, saw 6', TEN],
    ['Row 8 has 3 values; row 10 has 6 values', EIGHT, TEN],
    ['Row 8 (line 9) has 3 values', EIGHT],
    ['Row 10 has too many values', TEN],
    ['Row 8: too few values', EIGHT],
    ['Number of fields does not match number of headers. Line number 11', TEN],
    ['Too few fields: expected 4 fields but parsed 3 (row 7)', EIGHT],
    // Not this many cells, or as many as in the header.
    ['Row 8: too many values'],
    ['Row 10: too few values'],
    ['Row 8 has 2 values'],
    ['Row 10 has 5 values'],
    ['Row 3 has 4 values'],
    ['Row 5 has 3 values'],
    // Counted from 0, it is the row after next.
    ['record on line 9: wrong number of fields'],
    ['Column net of row 8 has 3 values'],
    ['Line 9: 4 columns expected, 3 found', EIGHT],
    ['Line 9: 4 columns expected but got 3', EIGHT],
    ['Line 9: 3 columns instead of 4', EIGHT],
    ['Zeile 9: 4 Spalten erwartet, 3 gefunden', EIGHT],
    ['Row 8 has 3 columns while the header has 4', EIGHT],
    ["Row 8: 'eight' has 3 values", '9:12-9:17 eight'],
  ] as const) {
    it(JSON.stringify(message), () => assert.deepEqual(rangesIn(STATEMENT, message), ranges));
  }

  it('is certain for a wrong number of cells if no other row may be meant', () => {
    const text = 'a,b\n1,2\n3,4\n5,6,7\n8,9\n';
    for (const message of ['record on line 4: wrong number of fields', 'Row 3: too many values']) {
      assert.deepEqual(rangesIn(text, message), ['4:1-4:6 5,6,7'], message);
    }
    assert.deepEqual(rangesIn(text, 'Row 1: too many values'), []);
  });

  it('is not certain if the rows are sent with fewer cells', () => {
    const conversion = { withoutTrailingDelimiters: ';' };
    assert.deepEqual(rangesIn(STATEMENT, 'Row 8 has 3 values', { conversion }), []);
    const delimiter = { fromDelimiter: ';' };
    assert.deepEqual(rangesIn(STATEMENT, 'Row 8 has 3 values', { conversion: delimiter }), [EIGHT]);
  });

  it('is that of all its lines', () => {
    const text = 'a,b\n1,2\n"x\ny",2,3\n4,5\n';
    assert.deepEqual(rangesIn(text, 'Row 2 has 3 values'), ['3:1-4:7 "x\ny",2,3']);
  });

  it('is that of the row that the service means, or none, however it counts rows', () => {
    const rows = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 });
    const property = fc.property(
      rows,
      fc.nat(11),
      fc.constantFrom(0, 1, 2),
      fc.boolean(),
      (cellCounts, of, first, isKnown) => {
        const index = of % cellCounts.length;
        const cellCount = cellCounts[index] ?? 0;
        const records = cellCounts.map((cells, row) => Array.from({ length: cells }, () => `r${row}`).join());
        const problem = isKnown ? `has ${cellCount} values` : 'has a wrong number of values';
        const found = rangesIn(`a,b,c\n${records.join('\n')}\n`, `Row ${index + first} ${problem}`);
        assert.ok(found.length <= 1);
        if (found.length === 1 && cellCount !== 3) {
          const length = records[index]?.length ?? 0;
          assert.deepEqual(found, [`${index + 2}:1-${index + 2}:${length + 1} ${records[index]}`]);
        }
      },
    );
    fc.assert(property, { numRuns: runs(300) });
  });

  it('is never one of JSON, whose rows have keys', () => {
    assert.deepEqual(rangesIn('[{"a":1,"b":2},{"a":1}]', 'Row 2 has 1 value', { kind: 'json' }), []);
  });
});
