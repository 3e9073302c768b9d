import { l10n } from 'vscode';
import { isObject } from '../../base/json.ts';
import { quickPickText, statusBarText, titleText } from '../../base/sinkText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { UserError } from '../errors/userError.ts';
import { totalsAsMarkdown, totalsAsText } from '../format/totalsTable.ts';
import { pickOne } from '../window/quickInput.ts';
import { copyText } from '../window/statusBar.ts';
import { openQuoteText } from './checkText.ts';

export type TableFormat = 'text' | 'markdown';

/** Copies control totals as a table. Without a format, the user chooses one. */
export async function copyControlTotals(result: CheckResult, given: TableFormat | undefined): Promise<void> {
  const { totals = [] } = result;
  if (totals.length === 0) {
    throw new UserError(openQuoteText(result) ?? l10n.t('There are no control totals to copy.'));
  }
  const format = given ?? (await chooseFormat());
  if (format !== undefined) {
    const table = format === 'markdown' ? totalsAsMarkdown(totals) : totalsAsText(totals);
    await copyText(table, statusBarText(l10n.t('Copied the control totals.')));
  }
}

/** Parses the argument of the command: `{ format?: 'text' | 'markdown' }`. Throws `UserError` for any other. */
export function readTableFormat([given = {}]: readonly unknown[]): TableFormat | undefined {
  const { format, ...others } = isObject(given) && !Array.isArray(given) ? given : { format: given };
  if ((format !== undefined && format !== 'text' && format !== 'markdown') || Object.keys(others).length > 0) {
    throw new UserError(
      l10n.t('This command accepts an object with the optional property “format” (“text” or “markdown”).'),
    );
  }
  return format;
}

async function chooseFormat(): Promise<TableFormat | undefined> {
  const items = [
    { format: 'text', label: quickPickText(l10n.t('Text')) },
    { format: 'markdown', label: quickPickText(l10n.t('Markdown Table')) },
  ] as const;
  const options = {
    title: titleText(l10n.t('Copy Control Totals')),
    placeHolder: titleText(l10n.t('Select a format')),
  };
  return (await pickOne(items, options))?.format;
}
