import { l10n } from 'vscode';
import { isObject } from '../../base/json.ts';
import { quickPickText, statusBarText, titleText } from '../../base/sinkText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { UserError } from '../errors/userError.ts';
import { totalsAsMarkdown, totalsAsText } from '../format/totalsTable.ts';
import { pickOne } from '../window/quickInput.ts';
import { copyText } from '../window/statusBar.ts';
import { openQuoteText } from './checkText.ts';

/** Copies control totals as a table. The argument `{ format: 'text' | 'markdown' }` names the format, otherwise the user chooses it. */
export async function copyControlTotals(result: CheckResult, args: readonly unknown[]): Promise<void> {
  const { totals = [] } = result;
  if (totals.length === 0) {
    throw new UserError(openQuoteText(result) ?? l10n.t('There are no control totals to copy.'));
  }
  const format = readFormat(args) ?? (await chooseFormat());
  if (format !== undefined) {
    const table = format === 'markdown' ? totalsAsMarkdown(totals) : totalsAsText(totals);
    await copyText(table, statusBarText(l10n.t('Copied the control totals.')));
  }
}

type Format = 'text' | 'markdown';

function readFormat([given]: readonly unknown[]): Format | undefined {
  const format = isObject(given) ? given['format'] : undefined;
  return format === 'text' || format === 'markdown' ? format : undefined;
}

async function chooseFormat(): Promise<Format | undefined> {
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
