import { env, l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { ColumnTotals } from '../../model/columnTotals.ts';
import { columnName } from '../format/headerText.ts';
import { columnTypeName, distinctText } from '../format/totalsTable.ts';
import { decimalText } from '../format/totalsText.ts';
import { numberText } from '../format/valueText.ts';
import type { ProfiledColumn, ProfileModel } from './messages.ts';

const SHOWN_COLUMNS = 200;
/** With fewer distinct numbers, a table of how often each one occurs is more useful than a histogram. */
const MIN_DISTINCT_FOR_HISTOGRAM = 12;

/** Creates the model of the page that shows column profiles. */
export function profileModel(name: string, { rows, columns, totals = [] }: CheckResult): ProfileModel {
  const omitted = columns.length - Math.min(totals.length, SHOWN_COLUMNS);
  return {
    labels: {
      columns: l10n.t('Columns'),
      column: l10n.t('Column'),
      type: l10n.t('Type'),
      filled: l10n.t('Filled'),
      blank: l10n.t('Blank'),
      distinct: l10n.t('Distinct'),
      unique: l10n.t('Unique'),
      smallest: l10n.t('Smallest'),
      largest: l10n.t('Largest'),
      sum: l10n.t('Sum'),
      range: l10n.t('Range'),
      value: l10n.t('Value'),
      rows: l10n.t('Rows'),
      histogram: l10n.t('Histogram of “{0}”. The table below shows the same data.'),
      histogramTable: l10n.t('Histogram of “{0}”'),
      values: l10n.t('Most common values of “{0}”'),
      showAsTable: l10n.t('Show as Table: “{0}”'),
    },
    title: l10n.t('Column profile of “{0}”', plainText(name, 80)),
    extent: l10n.t('Rows: {0}. Columns: {1}.', numberText(rows), numberText(columns.length)),
    columns: totals.slice(0, SHOWN_COLUMNS).map(profiledColumn),
    omitted: omittedText(omitted),
  };
}

function omittedText(count: number): string {
  if (count === 0) {
    return '';
  }
  return count === 1
    ? l10n.t('1 more column is not shown here.')
    : l10n.t('{0} more columns are not shown here.', numberText(count));
}

function profiledColumn(totals: ColumnTotals): ProfiledColumn {
  const { name, type, filled, blanks, smallest, largest, sum, distinct, profile } = totals;
  const formatted = (text = ''): string => (type === 'number' && text !== '' ? decimalText(text) : text);
  const hasHistogram = distinct >= MIN_DISTINCT_FOR_HISTOGRAM && (profile?.bins.length ?? 0) > 1;
  const boundFormat = new Intl.NumberFormat(env.language, { maximumSignificantDigits: 15 });
  const bins = hasHistogram ? (profile?.bins ?? []) : [];
  const values = hasHistogram ? [] : (profile?.commonest ?? []);
  const isIncomplete = !hasHistogram && profile?.isComplete === false;
  return {
    name: columnName(name, 80),
    type: columnTypeName(type),
    filled: numberText(filled),
    blank: numberText(blanks),
    distinct: distinctText(totals),
    unique: uniqueText(totals),
    smallest: formatted(smallest),
    largest: formatted(largest),
    sum: formatted(sum),
    note: noteText(totals, isIncomplete),
    bins: bins.map(({ from, to, count }) => ({
      value: l10n.t('{0} to less than {1}', boundFormat.format(from), boundFormat.format(to)),
      rows: count,
      rowsText: numberText(count),
    })),
    values: values.map(({ value, count }) => ({ value, rows: count, rowsText: numberText(count) })),
  };
}

function uniqueText({ type, isUnique }: ColumnTotals): string {
  if (isUnique === undefined || type === 'nested') {
    return '–';
  }
  return isUnique ? l10n.t('yes') : l10n.t('no');
}

function noteText({ type, filled }: ColumnTotals, isIncomplete: boolean): string {
  if (filled === 0) {
    return l10n.t('No values.');
  }
  if (type === 'nested') {
    return l10n.t('Objects and arrays are not compared.');
  }
  return isIncomplete ? l10n.t('Only short values among the first distinct ones were counted.') : '';
}
