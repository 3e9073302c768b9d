import type { ColumnTotals } from '../../model/columnTotals.ts';
import { add, compare, readDecimal } from './decimal.ts';

const FEWEST_VALUES = 4;
/** Small numbers may be equal by chance. */
const FEWEST_DIGITS = 4;

/** The names of the columns whose largest or smallest number is the sum of all others, as in a row of totals at the end of an export. */
export function columnsWithTotalRow(totals: readonly ColumnTotals[]): readonly string[] {
  return totals.filter(hasTotalRow).map(({ name }) => name);
}

function hasTotalRow({ type, filled, sum, smallest, largest }: ColumnTotals): boolean {
  const total = type === 'number' && filled >= FEWEST_VALUES ? readDecimal(sum ?? '') : undefined;
  return (
    total !== undefined &&
    [smallest, largest].some((text = '') => {
      const value = readDecimal(text);
      const digits = text.replace(/^[-0.]+/, '').replace('.', '').length;
      return value !== undefined && digits >= FEWEST_DIGITS && compare(add(value, value), total) === 0;
    })
  );
}
