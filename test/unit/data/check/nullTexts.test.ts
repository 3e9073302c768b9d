import assert from 'node:assert/strict';
import { checkText, checkWithTotals, totalsOf } from './checkText.ts';

/** The problems of a text, one line each, with what was found. */
function problemsOf(text: string): readonly string[] {
  return checkWithTotals('csv', text).problems.map((problem) => {
    const { line, column, code } = problem;
    const found = {
      ...(problem.code === 'nullText' && { name: problem.name, found: problem.found }),
      ...(problem.code === 'typeChange' && { rows: problem.rows }),
    };
    return [`${line}:${column}`, code, ...Object.values(found)].join(' ');
  });
}

describe('Texts that stand for missing values', () => {
  for (const cell of ['NULL', 'null', '\\N', '(null)', '(NULL)', '<null>', '[NULL]', '"NULL"', ' NULL ', '" \\N" ']) {
    const found = cell.replaceAll(/[" ]/g, '');

    it(`are a problem in columns of numbers, dates, and texts: ${cell}`, () => {
      const text = `id,net,day,name\n1,${cell},2026-01-02,a\n2,3.5,${cell},${cell}\n3,4,2026-01-05,b\n`;
      const [net, day] = ['2:3', `3:${'2,3.5,'.length + 1}`];
      const name = `3:${'2,3.5,,'.length + cell.length + 1}`;
      assert.deepEqual(problemsOf(text), [
        `${net} nullText net ${found}`,
        `${day} nullText day ${found}`,
        `${name} nullText name ${found}`,
      ]);
    });
  }

  for (const cell of [
    'Null',
    'NULLS',
    'NULL?',
    'nil',
    '\\n',
    '(null',
    '<NULL)',
    'N',
    '\\',
    'N/A',
    'aN',
    '"NULL" x',
    'NUL\u00A0L',
  ]) {
    it(`are not what is only like them: ${cell}`, () => {
      const codes = problemsOf(`id,name\n1,a\n2,${cell}\n`);
      assert.deepEqual(
        codes.filter((code) => code.includes('nullText')),
        [],
      );
    });
  }

  it('do not change the type of a column, and are found after any number of rows', () => {
    const rows = (count: number, cell = '1') => `${cell},5\n`.repeat(count);
    assert.deepEqual(problemsOf(`a,b\n${rows(500)}NULL,5\n${rows(500)}`), ['502:1 nullText a NULL']);
    assert.deepEqual(problemsOf(`a,b\n${rows(30)}NULL,5\nx,5\n`), ['32:1 nullText a NULL', '33:1 typeChange 30']);
    assert.deepEqual(problemsOf(`a,b\n${rows(30, 'NULL')}${rows(10)}x,5\n${rows(9)}`), ['2:1 nullText a NULL'], 'text');
    assert.deepEqual(checkWithTotals('csv', 'a,b\nNULL,NULL\n').problems.length, 2, 'no other value');
  });

  it('do not hide how the numbers of a column are written, wherever they are', () => {
    const rows = ['1;1.001,50;"1,201.25";2,25-', '2;1.002,50;"1,202.25";3,25', '3;1.003,50;"1,203.25";4,25-'];
    const offersOf = (lines: readonly string[]) => {
      const { decimalCommas, thousandsCommas, formattedNumbers } = checkWithTotals(
        'csv',
        `id;a;b;c\n${lines.join('\n')}`,
      );
      return { decimalCommas, thousandsCommas, formattedNumbers };
    };
    const nulls = '0;NULL;\\N;(null)';
    const expected = offersOf(rows);
    assert.ok(expected.decimalCommas && expected.formattedNumbers);
    for (const lines of [
      [nulls, ...rows],
      [...rows, nulls],
      rows.flatMap((row) => [nulls, row]),
      [...rows, nulls, ...rows],
    ]) {
      assert.deepEqual(offersOf(lines), expected, lines.join());
      const withBlanks = lines.map((line) => (line === nulls ? '0;;;' : line));
      assert.deepEqual(offersOf(withBlanks), expected);
    }
  });

  it('keep a column from having a sum, a range, or no values', () => {
    const text = 'a,b,c\nNULL,2026-01-02,NULL\n1,NULL,NULL\n';
    assert.deepEqual(
      totalsOf('csv', text).map(({ type, filled, sum, smallest }) => [type, filled, sum, smallest]),
      Array(3).fill(['text', 2, undefined, undefined]),
    );
  });

  it('are found in the rows at the beginning of a column of texts', () => {
    assert.deepEqual(problemsOf(`a,b\nx,1\nNULL,1\n`), ['3:1 nullText a NULL']);
    const row = `x,${'y'.repeat(90)}\n`;
    assert.deepEqual(problemsOf(`a,b\n${row.repeat(10_000)}${'"n\nl",é\n'.repeat(3)}é,"null"\n`), [
      '10008:3 nullText b null',
    ]);
    assert.deepEqual(problemsOf(`a,b\n${row.repeat(100_000)}NULL,1\n`), [], 'far below');
    const nulls = `x,NULL,${'y'.repeat(90)}\n`;
    assert.deepEqual(problemsOf(`a,b,c\n${nulls.repeat(1_000)}NULL,1,x\n`), [
      '2:3 nullText b NULL',
      '1002:1 nullText a NULL',
    ]);
  });

  it('keep a column without a name from being one of the empty columns on the right', () => {
    assert.deepEqual(problemsOf('a,b,\n1,2,NULL\n1,2,NULL\n'), ['1:5 emptyColumnName', '2:5 nullText  NULL']);
  });

  it('are not reported in the header, or in JSON, which has null', () => {
    assert.deepEqual(problemsOf('NULL,b\n1,2\n'), []);
    assert.deepEqual(checkText('json', '[{"a":"NULL","b":null}]').problems, []);
  });

  it('are listed for up to 100 columns, and counted for the others', () => {
    const columns = Array.from({ length: 102 }, (_, index) => `c${index}`);
    const { problems, columnsOmitted } = checkText('csv', `${columns.join()}\n${columns.map(() => 'NULL').join()}\n`);
    assert.equal(problems.filter(({ code }) => code === 'nullText').length, 100);
    assert.deepEqual(columnsOmitted, { nullText: 2 });
  });
});
