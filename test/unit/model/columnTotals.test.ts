import assert from 'node:assert/strict';
import { balancingColumns } from '../../../src/model/columnTotals.ts';
import { keptTotals } from '../../../src/model/limits.ts';
import type { ColumnTotals } from '../../../src/model/columnTotals.ts';

function column(name: string, sum: string | undefined): ColumnTotals {
  const type = sum === undefined ? 'text' : 'number';
  const span = { smallest: sum && '-7', largest: sum && '904.10' };
  return { name, type, filled: 2, blanks: 1, sum, ...span, distinct: 2, isDistinctExact: true, isUnique: false };
}

describe('Columns that balance', () => {
  it('have equal sums, whatever their decimals', () => {
    const totals = [
      column('id', '5050'),
      column('debit', '1204.20'),
      column('text', undefined),
      column('credit', '1204.2'),
    ];
    assert.deepEqual(balancingColumns(totals), [['debit', 'credit']]);
    assert.deepEqual(balancingColumns([column('a', '100'), column('b', '100.00'), column('c', '10')]), [['a', 'b']]);
  });

  it('are not those whose sums are zero or small', () => {
    assert.deepEqual(balancingColumns([column('a', '0'), column('b', '0.00'), column('c', '0.0')]), []);
    // By chance.
    assert.deepEqual(
      balancingColumns([column('a', '-45'), column('b', '-45.0'), column('c', '0.12'), column('d', '0.12')]),
      [],
    );
  });
});

describe('Control totals that are kept', () => {
  it('are the sums and blanks of columns of numbers, without any value of a row', () => {
    assert.deepEqual(keptTotals([column('text', undefined), column('amount', '12.50')]), [
      { name: 'amount', blanks: 1, sum: '12.50' },
    ]);
  });

  it('are limited in number and length', () => {
    const many = Array.from({ length: 200 }, () => column('n'.repeat(5_000), '1'));
    const kept = keptTotals([column('long', '1'.repeat(4_000)), ...many]);
    assert.equal(kept.length, 50);
    assert.ok(JSON.stringify(kept).length < 12_000);
  });
});
