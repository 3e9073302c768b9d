import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import {
  ALL_CHARACTERS,
  CELL,
  CELL_STRIDE,
  CellBatch,
  CHARACTERS,
  ENDS_RECORD,
  NO_SKIPPED_TYPES,
  TYPE_BITS,
} from '../../../../src/data/csv/cellBatch.ts';
import { CsvScanner } from '../../../../src/data/csv/csvScanner.ts';
import { guarded } from '../../../../src/data/csv/recordWindow.ts';

/** For all scans: it is large, and creating one takes longer than scanning a short text. */
const batch = new CellBatch();

/** The cells of a text that is scanned up to each of these offsets and then to its end, and where quotes are stray and NULs are. */
function scanCells(text: string, delimiter: string, cuts: readonly number[], skipped = NO_SKIPPED_TYPES) {
  const bytes = Buffer.from(text);
  batch.length = 0;
  const cells: Readonly<Record<'start' | 'end' | 'bits' | 'line' | 'lineStart' | 'column', number>>[] = [];
  const problems: unknown[] = [];
  const scanner = new CsvScanner(delimiter, {
    onStrayQuote: (position) => problems.push(['strayQuote', position()]),
    onNul: (position) => problems.push(['nul', position()]),
  });
  const take = () => {
    for (let index = 0; index < batch.length; index += CELL_STRIDE) {
      const cell = batch.cells.subarray(index, index + CELL_STRIDE);
      const [start = 0, end = 0, bits = 0, line = 0, lineStart = 0, column = 0] = cell;
      if ((bits & CELL.isNumber) !== 0) {
        assert.match(bytes.toString('latin1', start, end), /^[+-]?(\d+\.?\d*|\.\d+)$/);
      }
      if ((bits & CELL.isDate) !== 0) {
        assert.match(bytes.toString('latin1', start, end), /^\d{4}-\d\d-\d\d$/);
      }
      cells.push({ start, end, bits: countedBits(bits), line, lineStart, column });
    }
    batch.length = 0;
  };
  for (const [index, to] of [...cuts, bytes.length].entries()) {
    const window = guarded(bytes.subarray(0, to));
    for (let at = cuts[index - 1] ?? 0; at < to;) {
      at = scanner.scan(window, at, to, batch, skipped);
      take();
    }
  }
  const openQuote = scanner.end(guarded(bytes), bytes.length, batch);
  take();
  return { cells, problems, openQuote };
}

/** Of a text, the other classes of characters don't count. That it is a number or a date may be known or not. */
function countedBits(bitsOfCell: number): number {
  const bits = bitsOfCell & ~(CELL.isNumber | CELL.isDate);
  return (bits & CHARACTERS.other) === 0 ? bits : (bits & ~ALL_CHARACTERS) | CHARACTERS.other;
}

function everyOffset(text: string): readonly number[] {
  return Array.from({ length: Buffer.byteLength(text) }, (_, at) => at);
}

describe('A scan of CSV', () => {
  const SPECIAL = [
    '"',
    '""',
    '","',
    ',',
    ';',
    '\t',
    '|',
    '\n',
    '\r',
    '\r\n',
    '\0',
    ' ',
    '!',
    '#',
    '\x1f',
    '1',
    'é',
    '東',
    '😀',
    '\x7f',
  ];

  for (const delimiter of [',', ';', '\t', '|']) {
    it(`finds the same cells four bytes at a time as byte by byte, with delimiter ${JSON.stringify(delimiter)}`, () => {
      for (const special of SPECIAL) {
        for (let before = 0; before < 8; before++) {
          for (const after of [0, 1, 3, 4]) {
            const cell = 'x'.repeat(before) + special + 'y'.repeat(after);
            for (const text of [
              cell,
              `12${cell}`,
              `"${cell}"`,
              `"12${cell}" ${delimiter}z\n`,
              `é${cell}${delimiter}\n${cell}`,
            ]) {
              const byteByByte = scanCells(text, delimiter, everyOffset(text));
              assert.deepEqual(scanCells(text, delimiter, []), byteByByte, JSON.stringify(text));
            }
          }
        }
      }
    });
  }

  it('finds the same classes of characters four digits at a time as byte by byte', () => {
    const characters = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', '東', '😀'];
    for (const character of characters) {
      for (let before = 0; before < 6; before++) {
        for (const after of [0, 3]) {
          const text = `x,${'105987'.slice(0, before)}${character}${'904'.slice(0, after)},1\n`;
          assert.deepEqual(scanCells(text, ',', []), scanCells(text, ',', everyOffset(text)), JSON.stringify(text));
        }
      }
    }
  });

  it('leaves out cells of the same type as their column, but neither the first nor the last of a record', () => {
    // The type is what the cell consists of.
    const ofCells = Uint8Array.from({ length: TYPE_BITS + 1 }, (_, bits) => bits & ALL_CHARACTERS);
    const { digit, other } = CHARACTERS;
    const skipped = { ofCells, ofColumns: Uint8Array.of(digit, digit, other, digit) };
    const { cells } = scanCells('1,2,x,4,5,6\n1,2,3,4,5\nx,y,z,,5\n1,2\n,"2","x",4,\n', ',', [], skipped);
    assert.deepEqual(
      cells.map(({ column }) => column),
      [0, 4, 5, 0, 2, 4, 0, 1, 3, 4, 0, 1, 0, 4],
    );

    const cell = fc.constantFrom('', '1', '-1', 'a', '"1"', '"a""b"', '"a\nb"', 'a"b', '2026-01-31', '12 34');
    const row = fc.array(cell, { minLength: 1, maxLength: 6 }).map((row) => row.join(','));
    const text = fc.array(row, { maxLength: 6 }).map((rows) => rows.join('\r\n'));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 5 }), (written, offsets) => {
        const cuts = offsets.map((offset) => Math.min(offset, written.length)).sort((one, next) => one - next);
        const all = scanCells(written, ',', cuts).cells;
        const left = scanCells(written, ',', cuts, skipped).cells;
        const added = new Set(left.map((found) => JSON.stringify(found)));
        const leftOut = all.filter((found) => !added.has(JSON.stringify(found)));
        assert.equal(left.length + leftOut.length, all.length);
        for (const { column, bits } of leftOut) {
          assert.ok(
            column > 0 && (bits & ENDS_RECORD) === 0 && ofCells[bits & TYPE_BITS] === skipped.ofColumns[column],
          );
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('finds the same cells however often it is interrupted', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '"',
        '"',
        ',',
        ',',
        '\n',
        '\r',
        '\r\n',
        '\0',
        ' ',
        '1',
        '-',
        '.',
        '23.4',
        '-5',
        '2026-01-31',
        '20',
        '\u00A0',
        '😀',
      ),
      fc.integer({ min: 1, max: 12 }).map((length) => 'abcdefghijkl'.slice(0, length)),
    );
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 5 }), (written, offsets) => {
        const length = Buffer.byteLength(written);
        const cuts = offsets.filter((at) => at < length).toSorted((a, b) => a - b);
        assert.deepEqual(scanCells(written, ',', cuts), scanCells(written, ',', everyOffset(written)));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('goes on with the next cell where the batch was full', () => {
    const text = 'a,"b",1\r\n'.repeat(4_000);
    const { cells } = scanCells(text, ',', []);
    assert.equal(cells.length, 12_000);
    assert.deepEqual(cells.at(-1), {
      start: 35_997,
      end: 35_998,
      bits: CHARACTERS.digit | CELL.endsWithCrLf,
      line: 4_000,
      lineStart: 35_991,
      column: 2,
    });
  });

  it('refuses bytes without the guard, which it would read past', () => {
    const bytes = Buffer.from('a,b\n');
    assert.throws(() => new CsvScanner(',').scan(bytes, 0, bytes.length, new CellBatch()), RangeError);
    assert.throws(() => new CsvScanner(',').scan(Buffer.from('a,b\n\0'), 0, 4, new CellBatch()), RangeError);
  });
});
