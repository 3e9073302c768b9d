import { env, l10n } from 'vscode';
import { isObject } from '../../base/json.ts';
import { quickPickText, statusBarText, titleText } from '../../base/sinkText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { UserError } from '../errors/userError.ts';
import { totalsAsMarkdown, totalsAsText } from '../format/totalsTable.ts';
import { pickOne } from '../window/quickInput.ts';
import { showStatusMessage } from '../window/statusBar.ts';

const SHOWN_MS = 3000;

/** Copy Control Totals: of the checked text, as a table. `{ format: 'text' | 'markdown' }` or the user's choice. */
export async function copyControlTotals({ totals = [] }: CheckResult, args: readonly unknown[]): Promise<void> {
  if (totals.length === 0) {
    throw new UserError(l10n.t('There are no columns to copy the control totals of.'));
  }
  const format = readFormat(args) ?? (await chooseFormat());
  if (format !== undefined) {
    await env.clipboard.writeText(format === 'markdown' ? totalsAsMarkdown(totals) : totalsAsText(totals));
    showStatusMessage(statusBarText(l10n.t('Copied the control totals.')), SHOWN_MS);
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
