import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { fromDrawnTable } from '../../../../src/data/convert/fromDrawnTable.ts';
import { checkText, problemLines } from '../check/checkText.ts';
import { cutBytes, cuts } from '../check/randomChunks.ts';
import { DRAWN_TABLES, SAP_CSV, SAP_LIST } from '../csv/drawnTables.ts';

function converted(...chunks: readonly (string | Uint8Array)[]): string {
  const transform = fromDrawnTable();
  // A copy, because the output may share memory with the next one.
  const parts = chunks.map((chunk) => Buffer.from(transform.push(Buffer.from(chunk))));
  return Buffer.concat([...parts, transform.end()]).toString();
}

/** What becomes of these lines below the first rows that psql prints. */
function rowsOf(...lines: readonly string[]): string {
  const start = ` id | name\n----+------\n${'  1 | Anna\n'.repeat(9)}`;
  return converted(start + lines.join('\n')).replace(`id,name\n${'1,Anna\n'.repeat(9)}`, '');
}

/** The same in a frame. */
function framedRowsOf(...lines: readonly string[]): string {
  const start = `| id | name |\n+----+------+\n${'|  1 | Anna |\n'.repeat(9)}`;
  return converted(start + lines.join('\n')).replace(`id,name\n${'1,Anna\n'.repeat(9)}`, '');
}

const STYLES = ['sap', 'psql', 'mysql', 'markdown', 'box'] as const;

/** Draws a table as a program would whose columns are as wide as their longest text. */
function draw(rows: readonly (readonly string[])[], style: (typeof STYLES)[number], lineBreak: string): string {
  const written = rows.map((row) => row.map((cell) => (style === 'markdown' ? cell.replaceAll('|', '\\|') : cell)));
  const widths = written[0]?.map((_, column) => Math.max(3, ...written.map((row) => row[column]?.length ?? 0))) ?? [];
  const bar = style === 'box' ? '│' : '|';
  const [open, close] = style === 'psql' ? ['', ''] : [bar, bar];
  const line = (cells: readonly string[]) =>
    open + cells.map((cell, column) => ` ${cell.padEnd(widths[column] ?? 0)} `).join(bar) + close;
  const ruleOf = (dash: string, left: string, between: string, right: string) =>
    left + widths.map((width) => dash.repeat(width + 2)).join(between) + right;
  const rule = {
    sap: '-'.repeat(line(written[0] ?? []).length),
    psql: ruleOf('-', '', '+', ''),
    mysql: ruleOf('-', '+', '+', '+'),
    markdown: ruleOf('-', '|', '|', '|'),
    box: ruleOf('─', '├', '┼', '┤'),
  }[style];
  const [header = '', ...below] = written.map(line);
  const isClosed = style === 'sap' || style === 'mysql';
  return [...(isClosed ? ['Title', rule] : []), header, rule, ...below, ...(isClosed ? [rule] : [])]
    .map((text) => text + lineBreak)
    .join('');
}

describe('A drawn table', () => {
  for (const [name, { text, csv }] of Object.entries(DRAWN_TABLES)) {
    it(`becomes CSV from ${name}`, () => {
      assert.equal(converted(text), csv);
      const bytes = Buffer.from(text.trimEnd().replaceAll('\n', '\r\n'));
      assert.equal(converted(...Array.from(bytes, (byte) => Buffer.of(byte))), csv);
      assert.equal(converted(text.replaceAll('\n', '\r')), csv);
      const check = checkText('csv', csv);
      assert.ok(
        check.problems.every(({ code }) => code !== 'raggedRow' && code !== 'drawnTable'),
        'rows of its columns',
      );
    });
  }

  it('becomes CSV with the same cells, whatever the chunks', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'é', '東', '😀', '|', ',', '"', '-', ' ', '.'), maxLength: 8 })
      .map((text) => text.trim());
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 9 }),
      )
      .map((rows) => [
        ['id', ...(rows[0] ?? []).map((_, column) => `column ${column}`)],
        ...rows.map((row, index) => [`row ${index}`, ...row]),
      ]);
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...STYLES),
        fc.constantFrom('\n', '\r\n'),
        cuts,
        (rows, style, end, places) => {
          const bytes = Buffer.from(draw(rows, style, end));
          assert.deepEqual(parse(converted(...cutBytes(bytes, places))), rows);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('becomes CSV beyond the part that shows its columns', () => {
    const rows = SAP_LIST.split('\n').slice(4, 7).join('\n');
    const [header = '', ...first] = SAP_CSV.split('\n');
    const csv = `${header}\n${`${first.slice(0, 3).join('\n')}\n`.repeat(1_000)}`;
    const text = SAP_LIST.replace(rows, Array.from({ length: 1_000 }, () => rows).join('\n'));
    const bytes = Buffer.from(text.replace(/^\| {10}.*\n/m, ''));
    assert.equal(converted(bytes), csv);
    assert.equal(converted(...cutBytes(bytes, [0.1, 0.2, 0.333, 0.9])), csv);
  });

  it('has no lines but rows: neither titles, nor rules, nor blank ones, nor its header again', () => {
    assert.equal(rowsOf('', '(1 row)', '----+------', ' id | name', '    |     ', '  2 | Ben'), '2,Ben\n');
    assert.equal(
      framedRowsOf(
        '+----+------+',
        'Page 2 | User',
        '| Total rows|',
        '|',
        '| id | name |',
        '|    |      |',
        '| 2  | Ben  |',
      ),
      '2,Ben\n',
    );
  });

  it('keeps bars in texts where the bars of the header show them, and has too many cells where they don’t', () => {
    assert.equal(rowsOf('  2 | a | b', '  3 |'), '2,a | b\n3,\n');
    assert.equal(framedRowsOf('||2  |  a|b |', '| 東京 | x |', '| 東京 | x | y |'), '|2,a|b\n東京,x\n東京,x,y\n');
  });

  it('has one cell where a row has no bar at one of its ends, as one with a line break in a text', () => {
    assert.equal(framedRowsOf('|  2 | a, b', 'c" |'), '"|  2 | a, b"\n"c"" |"\n');
    const text = converted(`| id | name |\n+----+------+\n${'|  1 | A    |\n'.repeat(4)}|  2 | B\nC |\n`);
    assert.deepEqual(problemLines(checkText('csv', text)), ['6:1 raggedRow', '7:1 raggedRow']);
  });

  it('has one cell where a line below commas has none, as after a line break in a text', () => {
    const rows = '1,a\n'.repeat(9);
    const below = '2,b\nc \n--,----\n\n(10 rows affected)\n10 rows selected.\nno rows selected\n';
    assert.equal(converted(`id,note\n--,----\n${rows}${below}`), `id,note\n${rows}2,b\nc\n`);
    assert.equal(rowsOf('2 | b', 'c'), '2,b\n', 'below bars, it is not a row');
  });

  it('has a line of more than a megabyte as one cell, which is not kept in memory', () => {
    const long = `|  2 | "${'é'.repeat(600_000)} |`;
    const text = `| id | name |\n+----+------+\n|  1 | Anna |\n${long}\n|  3 | C    |\n`;
    const expected = `id,name\n1,Anna\n"${long.replace('"', '""')}"\n3,C\n`;
    const pieces = (bytes: Buffer, size: number) =>
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
    assert.ok(converted(text) === expected);
    assert.ok(converted(...pieces(Buffer.from(text), 65_537)) === expected);
    const end = text.indexOf('\n|  3');
    assert.ok(converted(...pieces(Buffer.from(text.slice(0, end)), 4_999)) === expected.replace('3,C\n', ''));
    assert.deepEqual(problemLines(checkText('csv', expected)), ['3:1 raggedRow']);
    const transform = fromDrawnTable();
    transform.push(Buffer.from(text.slice(0, 70_000)));
    assert.ok(transform.push(Buffer.from('x'.repeat(1_048_577))).length > 1_048_577);
    assert.equal(Buffer.from(transform.push(Buffer.from('"y'))).toString(), '""y');
  });

  it('of one megabyte in a line is still a row', () => {
    const name = 'x'.repeat(1_048_576 - '|  2 |  |'.length);
    assert.ok(framedRowsOf(`|  2 | ${name} |`) === `2,${name}\n`);
    assert.ok(framedRowsOf(`|  2 | ${name}x |`) === `"|  2 | ${name}x |"\n`);
  });

  it('is all that is changed', () => {
    for (const text of ['', 'id|name\n1|---\n', 'x\n'.repeat(50_000)]) {
      assert.equal(converted(text.slice(0, 3), text.slice(3, 70_000), text.slice(70_000)), text);
    }
  });
});
