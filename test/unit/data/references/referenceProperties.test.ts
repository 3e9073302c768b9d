import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createTransform } from '../../../../src/data/convert/conversion.ts';
import type { Conversion } from '../../../../src/model/upload.ts';
import { runs } from '../../../scale.ts';
import { findProblems } from './findProblems.ts';

/** Few values, so that many are equal, and some that are equal as numbers or but for their case. */
const cell = fc.constantFrom(
  'a',
  'A',
  'b',
  'abc',
  '0',
  '0.00',
  '7',
  '07',
  '1,234.5',
  '1234.5',
  '',
  ' a ',
  'two\nlines',
  'with "quotes"',
  'x;y,z',
  'amount',
  'é',
  '2026-01-31',
  "O'Brien",
  'row 2',
  'column 1',
  '…',
  '𝒳',
);
const word = fc.constantFrom('Row', 'row', 'Line', 'Record', 'Zeile');

interface Written {
  readonly text: string;
  /** The offsets of each cell, by row and column. */
  readonly offsets: readonly (readonly (readonly [start: number, end: number])[])[];
  /** The number of each row in all ways of counting: by their names. */
  readonly blankLinesBefore: readonly number[];
}

interface Style {
  readonly delimiter: string;
  readonly lineBreak: string;
  readonly quotesAll: boolean;
  readonly blankLines: readonly number[];
}

function write(rows: readonly (readonly string[])[], { delimiter, lineBreak, quotesAll, blankLines }: Style): Written {
  let text = '';
  let blanks = 0;
  const blankLinesBefore: number[] = [];
  const offsets = rows.map((row, rowIndex) => {
    for (let count = blankLines[rowIndex] ?? 0; count > 0; count--) {
      text += lineBreak;
      blanks++;
    }
    blankLinesBefore.push(blanks);
    const cells = row.map((value, index) => {
      text += index === 0 ? '' : delimiter;
      const start = text.length;
      const isQuoted = quotesAll || /["\r\n;,\t|]/.test(value) || (row.length === 1 && value === '');
      text += isQuoted ? `"${value.replaceAll('"', '""')}"` : value;
      return [start, text.length] as const;
    });
    text += lineBreak;
    return cells;
  });
  return { text, offsets, blankLinesBefore };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length;
}

function positionAt(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

/** How a service may count: the number of a row, by its index in the table. */
const COUNTINGS = {
  dataRowsFromOne: (_: Written, row: number, hasHeader: boolean) => row + (hasHeader ? 0 : 1),
  dataRowsFromZero: (_: Written, row: number, hasHeader: boolean) => row - (hasHeader ? 1 : 0),
  records: (_: Written, row: number) => row + 1,
  recordsWithBlankLines: (written: Written, row: number) => row + 1 + (written.blankLinesBefore[row] ?? 0),
  firstLines: ({ text, offsets }: Written, row: number) => lineAt(text, offsets[row]?.[0]?.[0] ?? 0),
  lastLines: ({ text, offsets }: Written, row: number) => lineAt(text, offsets[row]?.at(-1)?.[1] ?? 0),
  linesFromZero: ({ text, offsets }: Written, row: number) => lineAt(text, offsets[row]?.[0]?.[0] ?? 0) - 1,
} as const;

const table = fc
  .record({
    columns: fc.integer({ min: 1, max: 4 }),
    rows: fc.integer({ min: 2, max: 9 }),
    hasHeader: fc.boolean(),
  })
  .chain(({ columns, rows, hasHeader }) =>
    fc.record({
      hasHeader: fc.constant(hasHeader),
      rows: fc
        .array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows })
        .map((cells) => (hasHeader ? [['amount', 'name', 'Booking Date', 'id'].slice(0, columns), ...cells] : cells)),
    }),
  );
const style = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  quotesAll: fc.boolean(),
  blankLines: fc.array(fc.constantFrom(0, 0, 0, 1, 2), { maxLength: 6 }),
});
const reference = fc.record({
  row: fc.nat(),
  column: fc.nat(),
  names: fc.constantFrom('value', 'name', 'number', 'letter', 'both'),
  word,
});

describe('The ranges of messages about random tables', () => {
  it('are the cells that the service means, however it counts, or none', () => {
    let resolved = 0;
    let asked = 0;
    fc.assert(
      fc.property(
        table,
        style,
        fc.constantFrom(...Object.values(COUNTINGS)),
        fc.array(reference, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 200 }),
        fc.boolean(),
        ({ rows, hasHeader }, { delimiter, ...written }, count, references, chunkBytes, isConverted) => {
          const file = write(rows, { delimiter, ...written });
          const conversion: Conversion = isConverted && delimiter !== ',' ? { fromDelimiter: delimiter } : {};
          const transform = createTransform(conversion);
          const output = [transform.push(Buffer.from(file.text)), transform.end()].map((bytes) => Buffer.from(bytes));
          // What the service reads, by another parser.
          const sent = parse(Buffer.concat(output).toString(), {
            delimiter: conversion.fromDelimiter === undefined ? delimiter : ',',
            relax_column_count: true,
            skip_empty_lines: true,
          });
          const expected = new Map<string, Set<string>>();
          const statements = references.map(({ row: rowSeed, column: columnSeed, names, word: noun }) => {
            const row = (rowSeed % (rows.length - (hasHeader ? 1 : 0))) + (hasHeader ? 1 : 0);
            const column = columnSeed % (rows[0]?.length ?? 1);
            const [start, end] = file.offsets[row]?.[column] ?? [0, 0];
            const range = `${positionAt(file.text, start)}-${positionAt(file.text, end)}`;
            const number = count(file, row, hasHeader);
            const name = hasHeader ? `, column '${rows[0]?.[column] ?? ''}'` : '';
            const letter = `, column ${String.fromCharCode(65 + column)}`;
            const by = { value: '', name, number: `, column ${column + 1}`, letter, both: name }[names];
            const statement = `${noun} ${number}${by}: "${sent[row]?.[column] ?? ''}" is not valid`;
            expected.set(statement, (expected.get(statement) ?? new Set()).add(range));
            return statement;
          });
          asked += references.length;
          const kind = delimiter === '\t' ? 'tsv' : 'csv';
          const problems = findProblems(file.text, [statements.join('; ')], { kind, conversion, chunkBytes });
          resolved += problems.length;
          for (const { line, column, endLine, endColumn, text } of problems) {
            const range = `${line}:${column}-${endLine}:${endColumn}`;
            assert.ok(
              expected.get(text)?.has(range) === true,
              `${range} for ${statements.join('; ')} in\n${file.text}`,
            );
          }
        },
      ),
      { numRuns: runs(800) },
    );
    // Otherwise, it would hold for a search that finds nothing.
    assert.ok(resolved > asked / 10, `${resolved} of ${asked}`);
  });

  it('are all found where values are unique', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        style,
        fc.constantFrom(...Object.values(COUNTINGS)),
        fc.nat(),
        word,
        (count, { delimiter, ...others }, counting, seed, noun) => {
          const rows = Array.from({ length: count }, (_, index) => [`id-${index}x`, `value-${index}y`]);
          const file = write([['id', 'amount'], ...rows], { delimiter, ...others });
          const row = (seed % count) + 1;
          const [start] = file.offsets[row]?.[1] ?? [0];
          const message = `${noun} ${counting(file, row, true)}: 'value-${row - 1}y' is not a number`;
          const kind = delimiter === '\t' ? 'tsv' : 'csv';
          const [problem, ...more] = findProblems(file.text, [message], { kind });
          assert.deepEqual(more, []);
          assert.equal(`${problem?.line}:${problem?.column}`, positionAt(file.text, start));
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe('The ranges of messages about random JSON rows', () => {
  it('are the values that the service means, however it counts, or none', () => {
    let resolved = 0;
    const value = fc.oneof(cell, fc.constantFrom<unknown>(0, 7, 1234.5, true, null, { a: 'a' }, ['a']));
    const row = fc.dictionary(fc.constantFrom('amount', 'name', 'id', 'a', 'row 2'), value, { minKeys: 1 });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(undefined, 1, 2),
        fc.constantFrom<0 | 1 | 2 | 'line'>(0, 1, 2, 'line'),
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        fc.integer({ min: 1, max: 100 }),
        (rows, indent, counting, rowSeed, keySeed, namesColumn, chunkBytes) => {
          const text = JSON.stringify(rows, undefined, indent);
          const index = rowSeed % rows.length;
          const members = Object.entries(rows[index] ?? {});
          const [key = '', actual] = members[keySeed % members.length] ?? [];
          // Written again with a mark in place of the value, to find where that is.
          const marked = rows.map((one, at) => (at === index ? { ...one, [key]: '\u0001' } : one));
          const start = JSON.stringify(marked, undefined, indent).indexOf('"\\u0001"');
          const line = lineAt(text, start);
          const number = counting === 'line' ? line : index + counting;
          const shown = typeof actual === 'string' ? actual : JSON.stringify(actual);
          const by = namesColumn ? `, field "${key}"` : '';
          const message = `${counting === 'line' ? 'Line' : 'Row'} ${number}${by}: value "${shown}" is not valid`;
          const problems = findProblems(text, [message], { kind: 'json', chunkBytes });
          resolved += problems.length;
          for (const problem of problems) {
            assert.equal(`${problem.line}:${problem.column}`, positionAt(text, start), `${message} in\n${text}`);
          }
        },
      ),
      { numRuns: runs(600) },
    );
    assert.ok(resolved > runs(100), String(resolved));
  });
});
