import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { ColumnTotals, ColumnType } from '../../model/columnTotals.ts';
import { textTable } from './textTable.ts';
import { numberText } from './valueText.ts';

const MAX_CELL = 200;

/** A table of control totals to copy, with one row per column. Numbers have no thousands separators, so that they can be pasted anywhere. */
export function totalsAsText(totals: readonly ColumnTotals[]): string {
  return `${textTable(table(totals), MAX_CELL).join('\n')}\n`;
}

export function totalsAsMarkdown(totals: readonly ColumnTotals[]): string {
  const [head = [], ...rows] = table(totals);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const escaped = rows.map((cells) =>
    cells.map((cell) => plainText(cell, MAX_CELL).replace(/[\\|`*_<>[\]#&!~$]/g, '\\$&')),
  );
  return [line(head), line(head.map(() => '---')), ...escaped.map(line), ''].join('\n');
}

function table(totals: readonly ColumnTotals[]): readonly (readonly string[])[] {
  const head = [
    l10n.t('Column'),
    l10n.t('Type'),
    l10n.t('Filled'),
    l10n.t('Blank'),
    l10n.t('Distinct'),
    l10n.t('Sum'),
    l10n.t('Smallest'),
    l10n.t('Largest'),
  ];
  return [head, ...totals.map(cellsOf)];
}

function cellsOf(totals: ColumnTotals) {
  const { name, type, filled, blanks, distinct, isDistinctExact, sum, smallest, largest } = totals;
  const distinctCount = isDistinctExact ? String(distinct) : distinctText(totals);
  return [
    name,
    columnTypeName(type),
    String(filled),
    String(blanks),
    distinctCount,
    sum ?? '',
    smallest ?? '',
    largest ?? '',
  ];
}

/** "1,204" or "at least 10,000"; "–" for objects and arrays, which are not compared. */
export function distinctText({ type, distinct, isDistinctExact }: ColumnTotals): string {
  if (type === 'nested') {
    return '–';
  }
  return isDistinctExact ? numberText(distinct) : l10n.t('at least {0}', numberText(distinct));
}

export function columnTypeName(type: ColumnType): string {
  switch (type) {
    case 'number':
      return l10n.t('number');
    case 'date':
      return l10n.t('date');
    case 'text':
      return l10n.t('text');
    case 'nested':
      return l10n.t('nested');
    case 'blank':
      return l10n.t('blank');
  }
}
