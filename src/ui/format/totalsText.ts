import { env, l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { balancingColumns } from '../../model/columnTotals.ts';
import type { ColumnSum } from '../../model/columnTotals.ts';
import { columnName } from './headerText.ts';
import { rowsText } from './valueText.ts';

const SHOWN_TOTALS = 6;
/** The maximum that `Intl.NumberFormat` supports. */
const MAX_DECIMALS = 100;
/** It formats longer numbers as infinity. */
const MAX_INTEGER_DIGITS = 300;

/** "1,204,331.20", with all digits, in the user's language. */
export function decimalText(decimal: string): string {
  const [integer = '', { length: decimals } = ''] = decimal.split('.');
  if (decimals > MAX_DECIMALS || integer.length > MAX_INTEGER_DIGITS) {
    return decimal;
  }
  // Formats the string, because a number would lose digits.
  const format = new Intl.NumberFormat(env.language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format.format(decimal as Intl.StringNumericLiteral);
}

/** "debit 1,204.20 · credit 1,204.20 · 207 rows": columns that balance first, then those with decimals. '' if no column has a sum. */
export function sumsText(totals: readonly ColumnSum[], rows: number | undefined): string {
  const balancing = new Set(balancingColumns(totals).flat());
  const order = ({ name, sum = '' }: ColumnSum): number => {
    const orderBySum = sum.includes('.') ? 1 : 2;
    return balancing.has(name) ? 0 : orderBySum;
  };
  const sums = totals.filter(({ sum }) => sum !== undefined).toSorted((a, b) => order(a) - order(b));
  const shown = sums
    .slice(0, SHOWN_TOTALS)
    .map(({ name, sum = '' }) => `${columnName(name)} ${plainText(decimalText(sum), 60)}`);
  const more = sums.length > shown.length ? ['…'] : [];
  const count = rows === undefined ? [] : [rowsText(rows)];
  return shown.length === 0 ? '' : [...shown, ...more, ...count].join(' · ');
}

/** "debit = credit". '' if no columns balance. In a single row, equal values say nothing. */
export function balanceText(totals: readonly ColumnSum[], rows: number | undefined): string {
  return (rows === 1 ? [] : balancingColumns(totals))
    .map((names) => names.map((name) => columnName(name)).join(' = '))
    .join(', ');
}

/** The lines of a review. */
export function totalsLines(totals: readonly ColumnSum[], rows: number): readonly string[] {
  const sums = sumsText(totals, rows);
  const balance = balanceText(totals, rows);
  return [
    ...(sums === '' ? [] : [l10n.t('Control totals: {0}', sums)]),
    ...(balance === '' ? [] : [l10n.t('Balancing columns: {0}', balance)]),
  ];
}
