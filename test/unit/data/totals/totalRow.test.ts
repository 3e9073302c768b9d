import assert from 'node:assert/strict';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import { columnsWithTotalRow } from '../../../../src/data/totals/totalRow.ts';

function withTotalRow(values: readonly string[]): boolean {
  const check = new DataCheck('csv', { totals: true });
  check.push(Buffer.from(['id;amount', ...values.map((value, index) => `n${index};${value}`), ''].join('\n')));
  return columnsWithTotalRow(check.end().totals ?? []).join() === 'amount';
}

describe('A row of totals', () => {
  it('is suspected where one value is the sum of all others', () => {
    for (const values of [
      ['10.50', '20.25', '3.05', '33.80'],
      ['1000', '200', '34', '1234'],
      ['2500', '2500', '0', '5000'],
      ['1250', '1250', '1250', '1250', '5000'],
      ['33.8', '10.50', '20.25', '3.05'],
      ['-10.50', '-20.25', '-3.05', '-33.80'],
      ['1.000,50', '2.000,25', '3,00', '3.003,75'],
      ['0.1000', '0.2000', '0.0304', '', '0.3304'],
      ['90071992547409930', '1', '2', '90071992547409933'],
    ]) {
      assert.ok(withTotalRow(values), values.join());
    }
  });

  it('is not suspected by chance, in few or small numbers, or among other values', () => {
    for (const values of [
      ['10.50', '20.25', '3.05', '33.81'],
      ['10.50', '20.25', '30.75'],
      ['1', '2', '3', '6'],
      ['0.01', '0.02', '0.03', '0.06'],
      ['1000', '-1000', '500', '-500'],
      ['100.00', '-40.00', '7.55', '67.55'],
      ['5000', '5000', '0', '0'],
      ['0.00', '0.00', '', '5000.00', '5000.00'],
      ['-50,00', '0,00', '-50,00', '0,00'],
      ['0.00', '0.00', '0.00', '0.00'],
      ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'],
      ['a', '20.25', '3.05', '33.80'],
      [],
    ]) {
      assert.ok(!withTotalRow(values), values.join());
    }
  });
});
