import assert from 'node:assert/strict';
import { checkText } from './checkText.ts';

/** The problems with the values of a column, without those of its quotes. */
function problemsOf(...cells: readonly string[]): readonly string[] {
  const text = `id;code\n${cells.map((cell, index) => `${index};${cell}\n`).join('')}`;
  return checkText('csv', text).problems.flatMap((problem) =>
    problem.code === 'shortenedNumber' || problem.code === 'formulaText'
      ? `${problem.line}:${problem.column} ${problem.code} ${problem.name} ${problem.found}`
      : [],
  );
}

describe('Long numbers in scientific notation', () => {
  for (const cell of [
    '4.00638E+12',
    '"4.00638E+12"',
    '4,00638E+12',
    '1.23E+15',
    '1E+12',
    '9.99999999999999e+15',
    '1.2e+21',
  ]) {
    it(`are a problem: ${cell}`, () => {
      assert.deepEqual(problemsOf('1', cell, cell), [`3:3 shortenedNumber code ${cell.replaceAll('"', '')}`]);
    });
  }

  it('are listed for up to 100 columns, and counted for the others', () => {
    const columns = Array.from({ length: 102 }, (_, index) => `c${index}`);
    const text = `${columns.join()}\n${columns.map(() => '4.00638E+12').join()}\n`;
    const { problems, columnsOmitted } = checkText('csv', text);
    assert.equal(problems.filter(({ code }) => code === 'shortenedNumber').length, 100);
    assert.deepEqual(columnsOmitted, { shortenedNumber: 2 });
  });

  it('are a problem in a column of texts, and after many numbers', () => {
    assert.deepEqual(problemsOf('a', 'b', '4.00638E+12'), ['4:3 shortenedNumber code 4.00638E+12']);
    const row = 40;
    const numbers = Array<string>(row).fill('4006381333931');
    assert.deepEqual(problemsOf(...numbers, '4.00638E+12'), [`${row + 2}:4 shortenedNumber code 4.00638E+12`]);
  });

  for (const cell of [
    // All digits are there, or the number is hardly an ID.
    '1.23456789012E+11',
    '1.5E+10',
    '1.5E+22',
    '6.022E+23',
    '1.5E-12',
    '6.02E23',
    '-1.5E+12',
    '12.5E+12',
    '1.E+12',
    '.5E+12',
    '1.5.5E+12',
    'E+12',
    '1.5E+012',
    '1.5E+12 kg',
    'A1.5E+12',
    '"1.5E+12',
  ]) {
    it(`are not: ${cell}`, () => {
      assert.deepEqual(problemsOf(cell), []);
    });
  }
});

describe('Texts that are written as formulas', () => {
  it('are a problem of their column, at the first of them', () => {
    assert.deepEqual(problemsOf('x', '="0012"', '="0013"'), ['3:3 formulaText code ="0012"']);
    assert.deepEqual(problemsOf('"=""0012"""', ''), ['2:3 formulaText code ="0012"']);
    assert.deepEqual(problemsOf(...Array<string>(30).fill(''), '"=""0012"""'), ['32:4 formulaText code ="0012"']);
    assert.deepEqual(problemsOf('=A1', '="a"&"b"', '"x=""0012"""', '"="'), []);
  });
});
