import { l10n } from 'vscode';
import { plainValue } from '../../base/displayText.ts';
import type { HeaderChange } from '../../model/upload.ts';
import { numberText } from './valueText.ts';

const SHOWN_COLUMNS = 12;

/** "added tax_code; removed vat". */
export function headerChangeText({ missing, added, recased, isReordered }: HeaderChange): string {
  return [
    ...(added.length === 0 ? [] : [l10n.t('added {0}', namesText(added))]),
    ...(missing.length === 0 ? [] : [l10n.t('removed {0}', namesText(missing))]),
    ...(recased.length === 0
      ? []
      : [l10n.t('renamed {0}', namesText(recased.map(({ from, to }) => l10n.t('{0} → {1}', from, to))))]),
    ...(isReordered ? [l10n.t('columns in a different order')] : []),
  ].join('; ');
}

/**
 * The first names of some columns, and how many more there are. In quotes if a comma in a name would look like one between names.
 *
 * @param count how many columns there are, if not all of them are named.
 */
export function namesText(columns: readonly string[], count = columns.length): string {
  const shown = columns.slice(0, SHOWN_COLUMNS).map((name) => columnName(name));
  const names = shown.some((name) => name.includes(',')) ? shown.map((name) => `“${name}”`) : shown;
  const others = count - names.length;
  return others > 0 ? l10n.t('{0} and {1} more', names.join(', '), numberText(others)) : names.join(', ');
}

/** The name of a column, or a dash if it is blank. */
export function columnName(name: string, maxLength = 30): string {
  return name.trim() === '' ? '–' : plainValue(name, maxLength);
}
