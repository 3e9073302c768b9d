import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import Papa from 'papaparse';
import type { CheckResult } from '../../../src/data/check/checkResult.ts';
import { SHOWN_CELL_LENGTH } from '../../../src/data/check/firstRows.ts';
import { checkBytes } from '../../unit/data/check/checkText.ts';
import { chunksOf } from '../chunks.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';

/** The check of CSV: the same in any chunks, and what papaparse reads from text without a problem of its form. */
export const csvCheck: FuzzTarget = {
  name: 'csvCheck',
  sources: ['/src/data/check/', '/src/data/csv/', '/src/data/text/', '/src/data/totals/'],
  seeds: [
    'a,b\n1,2\n3,4\n',
    'a;b\r\n"x;1";2,5\r\n',
    'name\tdate\r1\t2026-01-02\r',
    '"a ""q""",b\n"1\n2",\n\n,,\n',
    'sep=;\na;b\n1;2\n',
    'Report 1\n\na;b;c\n1;2;x\n',
    '\ufeffa,b,\n1,,\n',
    'a,a, b\nx,1,y\n1,x,z',
    'é|東京|😀\n\u00a0|\ufffd|\0\n',
    'a,b\n"x"y,"',
    '<!doctype html><html>',
    '| a | b |\n|---|---|\n| 1 | x |\n',
    ' a | b\n---+---\n 1 | x\n(1 row)\n',
  ],
  words: [
    ',',
    ';',
    '\t',
    '|',
    '"',
    '""',
    '\n',
    '\r',
    '\r\n',
    ' ',
    '\0',
    '.',
    '-',
    '1',
    '0',
    'a',
    'é',
    '😀',
    '\u00a0',
    '\ufeff',
    '\ufffd',
    'sep=',
    '1,5',
    '1.234,5',
    '2026-01-02',
    '01/02/2026',
    'PK\u0003\u0004',
    '<html',
    '<?xml',
    '1,2\n'.repeat(25),
    'x;y\r\n'.repeat(25),
    '1e400',
    '-0',
    'true',
    'null',
  ],
  cases: 1_500,
  run(input) {
    const result = checkBytes('csv', input);
    assert.deepEqual(checkBytes('csv', ...chunksOf(input)), result, 'in chunks');
    compareWithPapa(input, result);
    return [...new Set(result.problems.map(({ code }) => code))].sort().join(' ');
  },
};

/** Problems of the form, which parsers read each in their own way, or that end the check. */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  'empty',
  'notText',
  'markup',
  'notUtf8',
  'nulByte',
  'mixedLineEndings',
  'sepLine',
  'titleLines',
  'strayQuote',
  'unterminatedQuote',
  'byteOrderMark',
  'replacementCharacter',
]);

const NEWLINES = { lf: '\n', cr: '\r', crlf: '\r\n', mixed: '\n' } as const;

function compareWithPapa(input: Buffer, { problems, ...result }: CheckResult): void {
  const { delimiter, lineEnding, columns, firstRows, rows } = result;
  if (problems.some(({ code }) => AMBIGUOUS.has(code)) || !isUtf8(input) || delimiter === undefined) {
    return;
  }
  const text = input.toString();
  // Blanks after a quoted cell are a part of it for papaparse, and it doesn't tell a quoted empty line from an empty one.
  if (/"\s*[^\S\r\n]/u.test(text) || /^(?:[^\S\r\n]+|\s*"")$/mu.test(text)) {
    return;
  }
  const newline = NEWLINES[lineEnding ?? 'lf'];
  const { data } = Papa.parse<string[]>(text, { delimiter, newline });
  const [header = [], ...expected] = data.filter((cells) => cells.length > 1 || cells[0] !== '');
  assert.deepEqual(columns, header, 'columns');
  assert.equal(rows, expected.length, 'rows');
  const shown = expected.slice(0, firstRows.length).map((row) => row.map((cell) => cell.slice(0, SHOWN_CELL_LENGTH)));
  assert.deepEqual(firstRows, shown, 'first rows');
}
