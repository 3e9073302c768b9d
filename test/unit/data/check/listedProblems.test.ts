import assert from 'node:assert/strict';
import { listProblems } from '../../../../src/data/check/listedProblems.ts';
import type { CheckResult } from '../../../../src/data/check/checkResult.ts';
import { checkText } from './checkText.ts';

/** A table with a row of these cells, all alike, in as many columns. */
function tableOf(count: number, cell: (index: number) => string, nameOf = (index: number) => `c${index}`): CheckResult {
  const indexes = [...Array(count).keys()];
  const [header, row] = [indexes.map(nameOf).join(';'), indexes.map(cell).join(';')];
  return checkText('csv', `${header}\n${row}\n`);
}

function listed(check: CheckResult, code: string): readonly unknown[] {
  return listProblems(check)
    .listed.filter((problem) => problem.code === code)
    .map(({ line, column, inColumns }) => [`${line}:${column}`, inColumns?.count, inColumns?.names.slice(0, 2)]);
}

describe('A list of problems', () => {
  const comma = (): string => '1,25';

  it('has one for each column if there are few', () => {
    assert.deepEqual(
      listed(tableOf(5, comma), 'decimalComma'),
      [1, 6, 11, 16, 21].map((column) => [`2:${column}`, undefined, undefined]),
    );
  });

  it('has one at the first of many columns, with their names and their number, also of those that are only counted', () => {
    for (const count of [6, 100, 101, 300]) {
      const check = tableOf(count, comma);
      assert.deepEqual(listed(check, 'decimalComma'), [['2:1', count, ['c0', 'c1']]]);
      assert.deepEqual(listProblems(check).problemsOmitted, { blocking: 0, warning: 0 });
    }
  });

  it('has one for each kind of problem that columns have', () => {
    const cells = {
      decimalComma: '1,25',
      formattedNumbers: '€ 12.50',
      shortenedNumber: '1.5E+12',
      formulaText: '="01"',
      nullText: 'NULL',
      errorValue: '#N/A',
    };
    for (const [code, cell] of Object.entries(cells)) {
      assert.deepEqual(
        listed(
          tableOf(7, () => cell),
          code,
        ),
        [['2:1', 7, ['c0', 'c1']]],
      );
    }
    const padded = tableOf(7, comma, (index) => ` c${index}`);
    assert.deepEqual(listed(padded, 'paddedColumnName'), [['1:1', 7, [' c0', ' c1']]]);
    assert.deepEqual(listed(padded, 'decimalComma'), [['2:1', 7, [' c0', ' c1']]]);
    const unnamed = tableOf(8, comma, (index) => (index === 0 ? 'id' : ''));
    assert.deepEqual(listed(unnamed, 'emptyColumnName'), [['1:4', 7, ['2', '3']]]);
    const same = tableOf(8, comma, () => 'same');
    assert.deepEqual(listed(same, 'duplicateColumnName'), [['1:6', 7, ['same', 'same']]]);
    const columns = [...Array(7).keys()];
    const rowOf = (cell: string): string => `${columns.map(() => cell).join(',')}\n`;
    const text = columns.map((index) => `c${index}`).join(',') + '\n' + rowOf('1').repeat(30) + rowOf('x');
    assert.deepEqual(listed(checkText('csv', text), 'typeChange'), [['32:1', 7, ['c0', 'c1']]]);
  });

  it('has each row with a problem of its own', () => {
    const check = checkText('csv', `a,b\n${'1\n'.repeat(120)}`);
    const { listed: rows, problemsOmitted } = listProblems(check);
    assert.deepEqual([rows.length, problemsOmitted], [100, { blocking: 0, warning: 20 }]);
  });

  it('has some of the problems of a check, such as those that remain after a conversion', () => {
    const check = tableOf(300, comma);
    const { listed: none, problemsOmitted } = listProblems(check, []);
    assert.deepEqual([none, problemsOmitted.warning], [[], 200]);
    const few = check.problems.filter(({ code }) => code === 'decimalComma').slice(0, 3);
    assert.deepEqual(listProblems(check, few).listed, few);
  });
});
