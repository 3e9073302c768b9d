import { l10n } from 'vscode';
import type { LoadChange } from '../../data/fingerprint/loadChange.ts';
import { columnName } from '../format/headerText.ts';
import { dateTimeText, numberText } from '../format/valueText.ts';

/** How the rows differ from those of the last load, in one line. */
export function changeText({ at, rowsBefore, difference }: LoadChange, hasFailed: boolean): string {
  const date = hasFailed ? l10n.t('{0} (failed)', dateTimeText(at)) : dateTimeText(at);
  if (typeof difference === 'string') {
    const rows = numberText(rowsBefore);
    return difference === 'otherColumns'
      ? l10n.t('Rows in the load of {0}: {1}. Its columns differ, so rows are not compared.', date, rows)
      : l10n.t('Rows in the load of {0}: {1}. Only up to 2 million rows are compared.', date, rows);
  }
  const { added, removed, changed, same } = difference;
  const changes = changed === undefined ? [] : [changedText(changed.count, columnName(changed.key))];
  const parts = [addedText(added), removedText(removed), ...changes, unchangedText(same)];
  return l10n.t('Since the load of {0}: {1}', date, parts.join(', '));
}

// Zero has a separate text, because languages differ in whether it takes the singular or the plural.

function addedText(count: number): string {
  if (count === 0) {
    return l10n.t('no rows added');
  }
  return count === 1 ? l10n.t('1 row added') : l10n.t('{0} rows added', numberText(count));
}

function removedText(count: number): string {
  if (count === 0) {
    return l10n.t('none removed');
  }
  return count === 1 ? l10n.t('1 removed') : l10n.t('{0} removed', numberText(count));
}

function changedText(count: number, key: string): string {
  if (count === 0) {
    return l10n.t('none changed (key “{0}”)', key);
  }
  return count === 1 ? l10n.t('1 changed (key “{0}”)', key) : l10n.t('{0} changed (key “{1}”)', numberText(count), key);
}

function unchangedText(count: number): string {
  if (count === 0) {
    return l10n.t('none unchanged');
  }
  return count === 1 ? l10n.t('1 unchanged') : l10n.t('{0} unchanged', numberText(count));
}
