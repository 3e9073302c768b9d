import assert from 'node:assert/strict';
import { checkText, problemLines } from './checkText.ts';

const TABLE = 'id,name,net,day,town,note\n1,a,2,,,\n3,b,4,,,\n';

/** The problems of the table with another end. */
function problemsWith(end: string, table = TABLE): readonly string[] {
  return problemLines(checkText('csv', table + end));
}

describe('Lines below a table', () => {
  it('are one problem, whose line is the empty one above them', () => {
    assert.deepEqual(problemsWith('\nTotal rows: 2\n'), ['4:1 footerLines']);
    assert.deepEqual(problemsWith('\nTotal rows: 2'), ['4:1 footerLines']);
    assert.deepEqual(problemsWith('\n\n,,,,,\nTotal,6\n\nprinted by a\n,,,,,\n\n'), [
      '4:1 footerLines',
      '10:1 trailingEmptyRows',
    ]);
    const { problems, problemsOmitted } = checkText('csv', `${TABLE}\nx\ny\n`);
    assert.deepEqual(
      problems.flatMap((problem) => (problem.code === 'footerLines' ? [problem.rows] : [])),
      [2],
    );
    assert.equal(problemsOmitted.warning, 0);
  });

  it('are found after many rows', () => {
    const table = `id,name,net\n${'a,"b\nc",2\n'.repeat(300)}`;
    assert.deepEqual(problemsWith('\nTotal rows: 300\n', table), ['602:1 footerLines']);
  });

  it('may be rows in all other cases', () => {
    const problemsOf = (...parts: Parameters<typeof problemsWith>): readonly string[] =>
      problemsWith(...parts).filter((problem) => !problem.endsWith('blankLines'));
    assert.deepEqual(problemsOf('x\n'), ['4:1 raggedRow'], 'no empty row above it');
    assert.deepEqual(problemsOf('\nx,c,6\n'), ['5:1 raggedRow'], 'as long as half a row');
    assert.deepEqual(problemsOf('\nx\n6,d,7,,,\n'), ['5:1 raggedRow'], 'a row below it');
    assert.deepEqual(problemsOf('7\n\nx\n'), ['4:1 raggedRow', '6:1 raggedRow'], 'another short row');
    assert.deepEqual(problemsOf('\nx\n7,e,8,,,,9\n'), ['5:1 raggedRow', '6:1 raggedRow'], 'a long row below it');
    assert.deepEqual(problemsOf(`\n${'x\n'.repeat(21)}`).length, 21, 'too many');
    assert.deepEqual(problemsOf('\n9,10\n11,12\n'), ['5:1 raggedRow', '6:1 raggedRow'], 'numbers');
    assert.deepEqual(problemsOf('\nprinted\n2026-01-31\n'), ['4:1 footerLines'], 'a date below a text');
    assert.equal(problemsOf('\ncode,label\n1,a\n2,b\n').length, 3, 'another table');
    assert.deepEqual(problemsOf('\nx\n', 'id,name\n1,a\n'), ['4:1 raggedRow'], 'only two columns');
    assert.deepEqual(problemsOf('\nx\n', 'id,name,net\n'), ['3:1 raggedRow'], 'no rows');
  });

  it('may end with delimiters, as the rows do', () => {
    const header = '"Booked";"Valid";"Type";"Text";"Amount in EUR";\n';
    const rows = '"02.01.2026";"02.01.2026";"Debit";"a; b";"-12,34";\n'.repeat(3);
    const end = '\n"Former balance";"1.234,56 EUR";\n';
    const problems = problemsWith(end, header + rows).filter((problem) => /footerLines|ragged/.test(problem));
    assert.deepEqual(problems, ['5:1 footerLines']);
    const withoutColumn = problemsWith(end, header.replace(';\n', '\n') + rows);
    assert.deepEqual(
      withoutColumn.filter((problem) => /footerLines|ragged|trailing/.test(problem)),
      ['2:50 trailingDelimiters', '5:1 footerLines'],
    );
  });

  it('may have as many cells as the rows, if these have values in most columns in which it has none', () => {
    const table = 'id,name,net,day\n1,a,2,2026-01-01\n3,b,4,2026-01-02\n';
    assert.deepEqual(problemsWith('\n"Total rows: 2",,,\n', table), ['4:1 footerLines']);
    assert.deepEqual(problemsWith(',,,\n"Total, rows: 2","", ,\nprinted,,,\n\nby a,,,\n,,,\n', table), [
      '4:1 footerLines',
      '9:1 trailingEmptyRows',
    ]);
    assert.deepEqual(problemsWith('\nTotal rows: 2\nprinted,,,', table), ['4:1 footerLines']);
    const sheet = 'id,name,net,day,,\n1,a,2,2026-01-01,,\n,,,,,\n3,b,4,2026-01-02,,\n';
    const problems = problemsWith(',,,,,\nTotal rows: 2,,,,,\n', sheet);
    assert.ok(problems.includes('5:1 footerLines'), problems.join());
    const long = `id,name,net,day\n${'c1,a,2,2026-01-01\n'.repeat(300)}`;
    assert.deepEqual(problemsWith('\nTotal rows: 300,,,\nprinted,,,\n', long), ['302:1 footerLines']);
  });

  it('are not certain if one has as many cells as the rows and begins with a number or a date, as they all do', () => {
    const certaintyOf = (rows: readonly string[], ...end: readonly string[]): readonly unknown[] =>
      checkText('csv', `id,name,net,day,town\n${[...rows, ',,,,', ...end].join('\n')}\n`).problems.flatMap((problem) =>
        problem.code === 'footerLines' ? [problem.isCertain, ...problem.texts] : [],
      );
    const rows = ['101,a,2,2026-01-01,x', '102,b,4,2026-01-02,y'];
    assert.deepEqual(certaintyOf(rows, '103,c,,,'), [false, '103,c,,,']);
    assert.deepEqual(certaintyOf(rows, 'New:,,,,', '103,c,,,', '104,d,,,'), [], 'another table');
    assert.deepEqual(certaintyOf(rows, 'New:,,,,', '103,,,,'), [false, 'New:,,,,', '103,,,,']);
    assert.deepEqual(certaintyOf(rows, 'Rows,2,,,'), [true, 'Rows,2,,,']);
    assert.deepEqual(certaintyOf(rows, '103,c'), [true, '103,c'], 'with fewer cells');
    assert.deepEqual(certaintyOf(rows, '2026-01-03,c,,,'), [true, '2026-01-03,c,,,'], 'a date below numbers');
    assert.deepEqual(certaintyOf([...rows, 'x,c,2,2026-01-01,z'], '103,c,,,'), [true, '103,c,,,']);
    const dates = ['2026-01-01,a,2,b,x', '2026-01-02,b,4,b,y'];
    assert.deepEqual(certaintyOf(dates, '2026-01-03,c,,,'), [false, '2026-01-03,c,,,']);
    const amounts = ['"1,5",a,2,b,x', '"2,25",b,4,b,y'];
    assert.deepEqual(certaintyOf(amounts, '"3,5",c,,,'), [false, '"3,5",c,,,']);
    const long = `Printed${' by a'.repeat(100)}`;
    assert.deepEqual(certaintyOf(rows, long, 'b', 'c'), [true, long.slice(0, 200), 'b']);
  });

  it('with as many cells as the rows may be rows in all other cases', () => {
    const table = 'id,name,net,day\n1,a,2,2026-01-01\n3,b,4,2026-01-02\n';
    for (const end of [
      'x,,,\n',
      '\nx,y,,\n',
      '\nx,,,5\n',
      '\n5,,,\n',
      '\nx,,,\n5,c,6,2026-01-03\n',
      '\nx,,,\n\n5,c,6,2026-01-03\n',
      '\nx,,,\n5,c,6,2026-01-03,\n',
      `\n${'x,,,\n'.repeat(21)}`,
    ]) {
      const problems = problemsWith(end, table);
      assert.ok(!problems.some((problem) => problem.endsWith('footerLines')), end);
    }
    for (const [other, end] of [
      // Values that are missing elsewhere, too.
      ['id,name,net,day\n1,a,,\n3,b,4,2026-01-02\n', '\nx,,,\n'],
      ['id,name,net,day\n1,a,2\n3,b,4,2026-01-02\n', '\nx,,,\n'],
      // Only two columns have a name.
      ['id,name,,,\n1,a,,,\n', '\nx,,,,\n'],
      // Another table.
      ['id,name,net,day,town\n1,a,2,2026-01-01,b\n', '\ncode,label,,,\nx,a,,,\ny,,,,\n'],
    ] as const) {
      const problems = problemsWith(end, other);
      assert.ok(!problems.some((problem) => problem.endsWith('footerLines')), other + end);
    }
  });
});
