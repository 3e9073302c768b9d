import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import Papa from 'papaparse';
import { runs } from '../../../scale.ts';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import type { CheckResult } from '../../../../src/data/check/checkResult.ts';
import type { TextEncodingName } from '../../../../src/model/upload.ts';
import { checkBytes, checkText } from './checkText.ts';
import { csvStyle, csvTable, encode, writeCell, writeTable } from './csvTables.ts';
import { cutBytes, cuts } from './randomChunks.ts';

/** Problems that any random table may have. */
const OF_THE_DATA: ReadonlySet<string> = new Set([
  'decimalComma',
  'emptyRows',
  'trailingEmptyRows',
  'trailingBlankLines',
  'nulByte',
  'otherDelimiter',
  'formattedNumbers',
]);

describe('CSV check of random text', () => {
  it('reads any table in any dialect, encoding and chunks as two other parsers do', () => {
    const encoding = fc.constantFrom<TextEncodingName>('utf-8', 'utf-16le', 'utf-16be');
    fc.assert(
      fc.property(csvTable(), csvStyle, encoding, fc.boolean(), cuts, (rows, style, name, isMarked, shares) => {
        const text = writeTable(rows, style);
        const { delimiter, lineBreak } = style;
        const kind = delimiter === '\t' ? 'tsv' : 'csv';
        const result = checkBytes(kind, ...cutBytes(encode(text, name, isMarked), shares));
        const [columns = [], ...others] = rows;
        assert.deepEqual(result.columns, columns);
        assert.equal(result.rows, others.length);
        assert.deepEqual(result.firstRows, others);
        assert.deepEqual([result.delimiter, result.encoding], [delimiter, name]);
        assert.equal(result.hasByteOrderMark, isMarked);
        assert.equal(result.lineEnding, { '\n': 'lf', '\r': 'cr', '\r\n': 'crlf' }[lineBreak]);
        const expected = [
          ...(name === 'utf-8' ? [] : ['notUtf8']),
          ...(name === 'utf-8' && isMarked ? ['byteOrderMark'] : []),
          ...(delimiter === ',' ? [] : ['otherDelimiter']),
        ];
        const codes = result.problems
          .map(({ code }) => code)
          .filter((code) => code === 'otherDelimiter' || !OF_THE_DATA.has(code));
        assert.deepEqual(codes, expected);
        assert.deepEqual(parse(text, { delimiter, record_delimiter: lineBreak }), rows);
        const papa = Papa.parse<string[]>(text, { delimiter, newline: lineBreak as '\n', skipEmptyLines: true });
        assert.deepEqual(papa.data, rows);
      }),
      { numRuns: runs(200) },
    );
  });

  it('reads Windows-1252 and ISO-8859-1 if the user chooses them', () => {
    const encoding = fc.constantFrom<TextEncodingName>('windows-1252', 'iso-8859-1');
    fc.assert(
      fc.property(csvTable([]), csvStyle, encoding, cuts, (rows, style, name, shares) => {
        const check = new DataCheck(style.delimiter === '\t' ? 'tsv' : 'csv', { encoding: name });
        for (const chunk of cutBytes(encode(writeTable(rows, style), name, false), shares)) {
          check.push(chunk);
        }
        const result = check.end();
        assert.deepEqual([result.columns, ...result.firstRows], rows);
        assert.equal(result.encoding, name);
        assert.ok(result.problems.every(({ code }) => code !== 'notUtf8'));
      }),
    );
  });

  const garbage = fc.string({
    unit: fc.constantFrom(
      'a',
      '1',
      '"',
      '"',
      ',',
      ';',
      '\n',
      '\r',
      '\r\n',
      ' ',
      '\u00A0',
      '😀',
      '\0',
      '\uFFFD',
      '\uFEFF',
      '.',
    ),
    maxLength: 80,
  });

  it('finds the same in any chunks', () => {
    fc.assert(
      fc.property(garbage, fc.array(fc.nat(255), { maxLength: 3 }), cuts, (text, tail, shares) => {
        const bytes = Buffer.concat([Buffer.from(text), Buffer.from(tail)]);
        assert.deepEqual(checkBytes('csv', ...cutBytes(bytes, shares)), checkBytes('csv', bytes));
      }),
      { numRuns: runs(300) },
    );
  });

  it('finds what is unusual after many usual rows', () => {
    const kind = fc.constantFrom('usual', 'usual', 'quoted', 'short', 'long', 'blank', 'empty', 'cr');
    const written = { usual: '1,a', quoted: '"1","a\nb"', short: '1', long: '1,a,2', blank: '', empty: ',', cr: '1,a' };
    const cells = { usual: 2, quoted: 2, short: 1, long: 3, blank: 0, empty: 2, cr: 2 };
    fc.assert(
      fc.property(fc.array(kind, { maxLength: 60 }), fc.boolean(), cuts, (kinds, isCrlf, shares) => {
        const rows = [...Array.from({ length: 25 }, () => 'usual' as const), ...kinds];
        const lineBreak = isCrlf ? '\r\n' : '\n';
        let text = `a,b${lineBreak}`;
        let line = 2;
        const ragged: number[] = [];
        const blank: number[] = [];
        let run = 0;
        for (const row of rows) {
          text += written[row] + (row === 'cr' ? '\r' : lineBreak);
          if (row === 'short' || row === 'long') {
            ragged.push(line);
          }
          if (row === 'blank') {
            run += 1;
          } else if (row !== 'empty' && run > 0) {
            blank.push(run);
            run = 0;
          }
          line += row === 'quoted' ? 2 : 1;
        }
        // A blank line would be the second half of the line break.
        fc.pre(!/\r(?=\n)/.test(isCrlf ? '' : text));
        const result = checkBytes('csv', ...cutBytes(Buffer.from(text), shares));
        const end = rows.slice(rows.findLastIndex((row) => row !== 'blank' && row !== 'empty') + 1);
        const endRows = end.filter((row) => row === 'empty').length;
        assert.equal(result.rows, rows.filter((row) => cells[row] > 0).length);
        const lineEnding = isCrlf ? 'crlf' : 'lf';
        assert.equal(result.lineEnding, rows.includes('cr') ? 'mixed' : lineEnding);
        assert.deepEqual(linesOf(result, 'raggedRow'), ragged);
        assert.deepEqual(
          result.problems.flatMap((problem) => (problem.code === 'blankLines' ? [problem.lines] : [])),
          blank,
        );
        assert.deepEqual(
          result.problems.flatMap((problem) => (problem.code === 'trailingEmptyRows' ? [problem.rows] : [])),
          endRows > 0 ? [endRows] : [],
        );
        assert.deepEqual(
          result.problems.flatMap((problem) => (problem.code === 'trailingBlankLines' ? [problem.lines] : [])),
          endRows === 0 && end.length > 0 ? [end.length] : [],
        );
      }),
      { numRuns: runs(200) },
    );
  });

  it('compares the cells of a row with all columns, also where only the first of them are checked for their type', () => {
    const header = Array.from({ length: 1_001 }, (_, index) => `c${index}`).join(',');
    const usual = `${'1,'.repeat(1_000)}1\n`;
    const result = checkText('csv', `${header}\n${usual.repeat(25)}${'1,'.repeat(999)}1\n${usual}`);
    assert.deepEqual(linesOf(result, 'raggedRow'), [27]);
  });

  it('finds the same cells as papaparse in any text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', '"', ',', ',', '\n', ' ', '\u00A0', '\u2003', '😀', 'é'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, (rest) => {
        const whole = `x,y\n${rest}\n`;
        const result = checkText('csv', whole);
        fc.pre(result.problems.every(({ code }) => code !== 'unterminatedQuote'));
        fc.pre(result.delimiter === ',');
        const { data } = new Papa.Parser({ delimiter: ',', newline: '\n' }).parse(whole, 0, false) as {
          data: string[][];
        };
        const isCounted = (row: readonly string[]) => row.length > 1 || row[0] !== '';
        const [header, ...rows] = data.filter(isCounted);
        assert.deepEqual(result.columns, header);
        assert.deepEqual(result.firstRows.filter(isCounted), rows.slice(0, 20));
        assert.deepEqual(
          result.problems.flatMap((problem) => {
            if (problem.code === 'trailingDelimiters') {
              return rows.map(() => 3);
            }
            return problem.code === 'raggedRow' && problem.cells > 1 ? [problem.cells] : [];
          }),
          rows.map((row) => row.length).filter((cells) => cells > 2),
        );
      }),
      { numRuns: runs(500) },
    );
  });

  const defects: readonly { readonly code: string; readonly cell: string; readonly shift: number }[] = [
    { code: 'strayQuote', cell: '"é"x"', shift: 2 },
    { code: 'strayQuote', cell: '😀x"y', shift: 3 },
    { code: 'nulByte', cell: '😀\0', shift: 2 },
    { code: 'replacementCharacter', cell: '"\u3000\uFFFD"', shift: 2 },
    { code: 'unterminatedQuote', cell: '"é', shift: 0 },
  ];

  it('gives the exact position of every problem in a cell', () => {
    const table = csvTable(['😀', '東']).map((rows) =>
      rows.map((row) => row.map((cell) => cell.replace(/[\0\uFFFD]/gu, ''))),
    );
    fc.assert(
      fc.property(
        table,
        csvStyle,
        fc.constantFrom(...defects),
        fc.nat(),
        fc.nat(),
        cuts,
        (rows, style, defect, r, c, shares) => {
          const row = 1 + (r % (rows.length - 1));
          const column = c % (rows[0]?.length ?? 1);
          const written = rows.map((cells, y) =>
            cells.map((cell, x) => (y === row && x === column ? defect.cell : writeCell(cell, style))),
          );
          const text = written.map((cells) => cells.join(style.delimiter)).join(style.lineBreak);
          const before = [
            ...written.slice(0, row).map((cells) => cells.join(style.delimiter) + style.lineBreak),
            ...(written[row] ?? []).slice(0, column).map((cell) => cell + style.delimiter),
          ].join('');
          fc.pre(defect.code !== 'unterminatedQuote' || !text.slice(before.length + 1).includes('"'));
          const result = checkBytes(style.delimiter === '\t' ? 'tsv' : 'csv', ...cutBytes(Buffer.from(text), shares));
          assert.deepEqual(positionOf(result, defect.code), positionAfter(before, defect.shift));
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('gives the position of the first byte that is not UTF-8', () => {
    fc.assert(
      fc.property(garbage, garbage, fc.constantFrom(0x80, 0xe9, 0xff, 0xc0), cuts, (before, after, bad, shares) => {
        // A space after it, so that it does not begin a valid character; no CR before it, which would be half of a line break.
        const start = `x,y\n${before}.`;
        const bytes = Buffer.concat([Buffer.from(start), Buffer.of(bad), Buffer.from(` ${after}`)]);
        const result = checkBytes('csv', ...cutBytes(bytes, shares));
        assert.deepEqual(positionOf(result, 'notUtf8'), positionAfter(start, 0));
      }),
      { numRuns: runs(250) },
    );
  });
});

function linesOf({ problems }: CheckResult, code: string): readonly number[] {
  return problems.filter((problem) => problem.code === code).map(({ line }) => line);
}

function positionOf({ problems }: CheckResult, code: string): readonly (number | undefined)[] {
  const problem = problems.find((candidate) => candidate.code === code);
  return [problem?.line, problem?.column];
}

/** The position that is this many UTF-16 units after a text. */
function positionAfter(text: string, units: number): readonly number[] {
  const lines = text.split(/\r\n|\n|\r/);
  return [lines.length, (lines.at(-1) ?? '').length + 1 + units];
}
