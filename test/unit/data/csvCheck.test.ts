import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { checkText, problemLines } from './checkText.ts';

/** What a text is expected to be found to be: one line a case. */
const CASES: readonly {
  readonly name: string;
  readonly text: string;
  readonly kind?: 'tsv';
  readonly rows: number;
  readonly columns: readonly string[];
  readonly problems: readonly string[];
}[] = [
  { name: 'a plain table', text: 'a,b\n1,2\n3,4\n', rows: 2, columns: ['a', 'b'], problems: [] },
  { name: 'a table without a last line break', text: 'a,b\n1,2', rows: 1, columns: ['a', 'b'], problems: [] },
  { name: 'CRLF', text: 'a,b\r\n1,2\r\n3\r\n', rows: 2, columns: ['a', 'b'], problems: ['3:1 raggedRow'] },
  { name: 'lone CR', text: 'a,b\r1,2\r3\r', rows: 2, columns: ['a', 'b'], problems: ['3:1 raggedRow'] },
  {
    name: 'mixed line breaks',
    text: 'a,b\r\n1,2\n3\r4',
    rows: 3,
    columns: ['a', 'b'],
    problems: ['3:1 raggedRow', '4:1 raggedRow'],
  },
  {
    name: 'line breaks in quotes',
    text: 'a,b\n"1\n1","2\r\n2"\n3\n',
    rows: 2,
    columns: ['a', 'b'],
    problems: ['5:1 raggedRow'],
  },
  { name: 'lone CR in quotes', text: 'a,b\n"1\r1",2\n3\n', rows: 2, columns: ['a', 'b'], problems: ['4:1 raggedRow'] },
  { name: 'a BOM', text: '\uFEFFa,a\n1,2\n', rows: 1, columns: ['a', 'a'], problems: ['1:3 duplicateColumnName'] },
  { name: 'nothing', text: '', rows: 0, columns: [], problems: ['1:1 empty'] },
  { name: 'only blanks', text: ' \r\n\t\n', rows: 0, columns: [], problems: ['1:1 empty'] },
  { name: 'a BOM alone', text: '\uFEFF', rows: 0, columns: [], problems: ['1:1 empty'] },
  { name: 'a header alone', text: 'a,b\n', rows: 0, columns: ['a', 'b'], problems: ['1:1 noRows'] },
  {
    name: 'an open quote',
    text: 'a,b\n1,"2\n3,4\n',
    rows: 0,
    columns: ['a', 'b'],
    problems: ['2:3 unterminatedQuote'],
  },
  {
    name: 'an open quote on the last line',
    text: 'a,b\n1,2\n3,"',
    rows: 1,
    columns: ['a', 'b'],
    problems: ['3:3 unterminatedQuote'],
  },
  { name: 'an open quote in the header', text: '"a,b\n1,2', rows: 0, columns: [], problems: ['1:1 unterminatedQuote'] },
  {
    name: 'an open quote after line breaks in quotes',
    text: 'a,b\n"\n\n","x',
    rows: 0,
    columns: ['a', 'b'],
    problems: ['4:3 unterminatedQuote'],
  },
  { name: 'doubled quotes', text: 'a,b\n"say ""hi""",2\n', rows: 1, columns: ['a', 'b'], problems: [] },
  {
    name: 'a quote inside an unquoted cell',
    text: 'a,b\n5" pipe,2\n',
    rows: 1,
    columns: ['a', 'b'],
    problems: ['2:2 strayQuote'],
  },
  {
    name: 'text behind a closing quote',
    text: 'a,b\n"x"y",2\n',
    rows: 1,
    columns: ['a', 'b'],
    problems: ['2:3 strayQuote'],
  },
  {
    name: 'text and blanks behind a closing quote',
    text: 'a,b\n"x" y",2\n',
    rows: 1,
    columns: ['a', 'b'],
    problems: ['2:3 strayQuote'],
  },
  {
    name: 'a second quote behind blanks',
    text: 'a,b\n"x" ",2\n',
    rows: 1,
    columns: ['a', 'b'],
    problems: ['2:3 strayQuote'],
  },
  { name: 'blanks behind a closing quote', text: 'a,b\n"x" \u00A0,"2" ', rows: 1, columns: ['a', 'b'], problems: [] },
  {
    name: 'too few and too many cells',
    text: 'a,b\n1\n1,2,3\n',
    rows: 2,
    columns: ['a', 'b'],
    problems: ['2:1 raggedRow', '3:1 raggedRow'],
  },
  {
    name: 'empty and blank names',
    text: 'a,, \n1,2,3\n',
    rows: 1,
    columns: ['a', '', ' '],
    problems: ['1:3 emptyColumnName', '1:4 emptyColumnName'],
  },
  {
    name: 'an empty name at the end',
    text: 'a,\n1,2\n',
    rows: 1,
    columns: ['a', ''],
    problems: ['1:3 emptyColumnName'],
  },
  {
    name: 'a name twice',
    text: 'id,"x ""y""",id\n1,2,3\n',
    rows: 1,
    columns: ['id', 'x "y"', 'id'],
    problems: ['1:14 duplicateColumnName'],
  },
  {
    name: 'a name over two lines, twice',
    text: '"i\nd","i\nd"\n1,2\n',
    rows: 1,
    columns: ['i\nd', 'i\nd'],
    problems: ['2:4 duplicateColumnName'],
  },
  {
    name: 'names every object has',
    text: '__proto__,constructor,toString\n1,2,3\n',
    rows: 1,
    columns: ['__proto__', 'constructor', 'toString'],
    problems: [],
  },
  { name: 'names that differ in case', text: 'a,A\n1,2\n', rows: 1, columns: ['a', 'A'], problems: [] },
  {
    name: 'blank lines between rows',
    text: 'a,b\n\n\n1,2\n',
    rows: 1,
    columns: ['a', 'b'],
    problems: ['2:1 blankLines'],
  },
  {
    name: 'blank lines before the header',
    text: '\na,b\n1,2\n',
    rows: 1,
    columns: ['a', 'b'],
    problems: ['1:1 blankLines'],
  },
  { name: 'blank lines at the end', text: 'a,b\n1,2\n\n\n', rows: 1, columns: ['a', 'b'], problems: [] },
  { name: 'semicolons and decimal commas', text: 'a;b\n1,5;2\n3,5;4\n', rows: 2, columns: ['a', 'b'], problems: [] },
  { name: 'pipes', text: 'a|b\n1|2\n', rows: 1, columns: ['a', 'b'], problems: [] },
  { name: 'tabs in CSV', text: 'a\tb\n1\t2\n', rows: 1, columns: ['a', 'b'], problems: [] },
  { name: 'tabs', kind: 'tsv', text: 'a,x\tb\n1,2\t2\n', rows: 1, columns: ['a,x', 'b'], problems: [] },
  { name: 'one column', text: 'a\n1\n2\n', rows: 2, columns: ['a'], problems: [] },
  {
    name: 'a delimiter only in quotes',
    text: 'a;b\n"1,2,3";4\n"5,6,7";8\n',
    rows: 2,
    columns: ['a', 'b'],
    problems: [],
  },
];

describe('CSV check', () => {
  for (const { name, text, kind, rows, columns, problems } of CASES) {
    it(`reads ${name}`, () => {
      const result = checkText(kind ?? 'csv', text);
      assert.deepEqual(
        { rows: result.rows, columns: result.columns, problems: problemLines(result) },
        { rows, columns, problems },
      );
      assert.equal(result.byteLength, Buffer.byteLength(text));
    });
  }

  it('says which cells a ragged row has and should have', () => {
    const [problem] = checkText('csv', 'a,b\n1\n').problems;
    assert.deepEqual(problem, { code: 'raggedRow', severity: 'warning', line: 2, column: 1, cells: 1, columns: 2 });
  });

  it('says which column had the name first', () => {
    const [problem] = checkText('csv', 'x,a,a\n1,2,3').problems;
    assert.ok(problem?.code === 'duplicateColumnName');
    assert.equal(problem.firstColumnNumber, 2);
  });

  it('keeps a hundred warnings, counts the rest, and still shows what blocks', () => {
    const result = checkText('csv', `a,b\n${'1\n'.repeat(150)}"`);
    assert.equal(result.problems.length, 101);
    assert.deepEqual(result.problemsOmitted, { blocking: 0, warning: 50 });
    assert.equal(result.problems.at(-1)?.code, 'unterminatedQuote');
    assert.equal(result.problems.at(-1)?.line, 152);
  });

  it('reads a text far longer than a chunk', () => {
    assert.equal(checkText('csv', `a,b,c\n${'1,"two ""2""",three\n'.repeat(200_000)}`).rows, 200_000);
  });

  it('reads a long text behind an open quote once, not again and again', () => {
    const slices = Array.from({ length: 64 }, () => '1,two,three\n'.repeat(10_000));
    assert.deepEqual(problemLines(checkText('csv', 'a,b,c\n"', ...slices)), ['2:1 unterminatedQuote']);
  });

  const cell = fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', 'é', '\u00A0', '\uFEFF', '😀', '1'),
    maxLength: 6,
  });
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 8 }));
  const pieces = fc.array(fc.nat(200), { maxLength: 6 });

  it('counts the rows of any table, in any dialect and any pieces, as a second parser does', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.boolean(),
        pieces,
        (rows, delimiter, lineBreak, quoteAll, endsInBreak, cuts) => {
          // A header that leaves no doubt about the delimiter.
          const header = rows[0]?.map((_, index) => `column${index}`) ?? [];
          const text =
            [header, ...rows]
              .map((cells) => cells.map((c) => quote(c, delimiter, quoteAll)).join(delimiter))
              .join(lineBreak) + (endsInBreak ? lineBreak : '');
          const result = checkText(delimiter === '\t' ? 'tsv' : 'csv', ...cut(text, cuts));
          const expected = parse(text, { delimiter, record_delimiter: lineBreak, bom: true });
          assert.equal(result.rows, expected.length - 1);
          assert.deepEqual(result.columns, expected[0]);
          assert.deepEqual(problemLines(result), []);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds the same in any pieces, whatever the text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', '"', '"', ',', ';', '\n', '\r', '\r\n', ' ', '😀'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, pieces, (whole, cuts) => {
        assert.deepEqual(checkText('csv', ...cut(whole, cuts)), checkText('csv', whole));
      }),
      { numRuns: 1000 },
    );
  });
});

/** Writes a cell so that every reader agrees on it. */
function quote(cell: string, delimiter: string, always: boolean): string {
  const mustQuote = cell === '' || /["\r\n\s\uFEFF]/u.test(cell) || cell.includes(delimiter);
  return always || mustQuote ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Cuts a text into pieces, never through a surrogate pair. */
function cut(text: string, cuts: readonly number[]): readonly string[] {
  const characters = Array.from(text);
  const places = [...new Set([0, ...cuts.filter((place) => place < characters.length), characters.length])].sort(
    (a, b) => a - b,
  );
  return places.slice(1).map((end, index) => characters.slice(places[index], end).join(''));
}
