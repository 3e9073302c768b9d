import { setTimeout as wait } from 'node:timers/promises';
import { CancellationError, commands, l10n, ProgressLocation, TabInputCustom, TabInputText, window } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import { notificationText, plainText } from '../../base/displayText.ts';
import type { CheckResult } from '../../data/checkResult.ts';
import { detectKind } from '../../data/detectKind.ts';
import type { UploadKind } from '../../model/upload.ts';
import { UserError } from '../errors/userError.ts';
import { bytesText } from '../upload/uploadWords.ts';
import { countProblems, omittedText, problemsText, sizeText } from './checkWords.ts';
import type { DocumentChecks } from './documentChecks.ts';

const QUICK_MS = 400;
/** Enough to tell what a text is that has no name for it. */
const SAMPLE_LINES = 100;

/** What the command returns to whoever called it. */
export interface CheckSummary {
  readonly rows: number;
  readonly columns: readonly string[];
  readonly problems: number;
  /** How many of the problems keep the text from being uploaded. */
  readonly blocking: number;
}

interface ActiveText {
  readonly uri: Uri;
  readonly name: string;
  readonly kind: UploadKind;
}

/** Checks what the active editor shows and says what was found. Throws `UserError` where there is nothing to check. */
export async function checkActiveEditor(
  checks: DocumentChecks,
  report: (error: unknown) => void,
): Promise<CheckSummary> {
  const text = activeText();
  const result = await checkVisibly(text, checks);
  tell(text, result).catch(report);
  const { blocking, others } = countProblems(result);
  return { rows: result.rows, columns: result.columns, problems: blocking + others, blocking };
}

function activeText(): ActiveText {
  const document = window.activeTextEditor?.document;
  if (document !== undefined && document.uri.scheme !== 'output') {
    return textOf(document.uri, document);
  }
  // Above 50 MB there is an editor but no document, and other editors have none at all: the file is there all the same.
  const tab = window.tabGroups.activeTabGroup.activeTab;
  const input: unknown = tab?.input;
  if (tab === undefined || !(input instanceof TabInputText || input instanceof TabInputCustom)) {
    throw new UserError(l10n.t('Open a CSV or JSON file in the editor, then check again.'));
  }
  if (tab.isDirty) {
    throw new UserError(
      l10n.t('“{0}” has changes that this editor does not hand over. Save it, then check again.', plainText(tab.label)),
    );
  }
  return textOf(input.uri);
}

function textOf(uri: Uri, document?: TextDocument): ActiveText {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const text = document === undefined ? '' : sampleOf(document);
  const kind = detectKind({ languageId: document?.languageId ?? '', fileName: name, text });
  if (kind === undefined) {
    throw new UserError(
      l10n.t(
        'Nothing tells whether “{0}” is CSV or JSON. Choose its language in the status bar, then check again.',
        plainText(name),
      ),
    );
  }
  return { uri, name, kind };
}

function sampleOf(document: TextDocument): string {
  const { lineCount } = document;
  const lines = Array.from({ length: Math.min(lineCount, SAMPLE_LINES) }, (_, line) => document.lineAt(line).text);
  return lines.join('\n') + (lineCount > SAMPLE_LINES ? '\n' : '');
}

/** With progress and a way out where it takes long. */
async function checkVisibly({ uri, name, kind }: ActiveText, checks: DocumentChecks): Promise<CheckResult> {
  const cancel = new AbortController();
  let onProgress: ((bytes: number) => void) | undefined;
  const check = checks.check(uri, kind, { signal: cancel.signal, onProgress: (bytes) => onProgress?.(bytes) });
  if (await Promise.race([check.then(() => true), wait(QUICK_MS, false, { ref: false })])) {
    return check;
  }
  const title = notificationText(l10n.t('Checking “{0}”', name));
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, (progress, token) => {
    token.onCancellationRequested(() => cancel.abort(new CancellationError()));
    onProgress = (bytes) => progress.report({ message: bytesText(bytes) });
    return check;
  });
}

async function tell({ name }: ActiveText, result: CheckResult): Promise<void> {
  const words = l10n.t('“{0}”: {1}, {2}.', name, sizeText(result), problemsText(result));
  const message = notificationText([words, omittedText(result)].join(' '));
  if (result.problems.length === 0) {
    await window.showInformationMessage(message);
    return;
  }
  const show = l10n.t('Show Problems');
  const { blocking } = countProblems(result);
  const chosen =
    blocking > 0 ? await window.showWarningMessage(message, show) : await window.showInformationMessage(message, show);
  if (chosen === show) {
    await commands.executeCommand('workbench.actions.view.problems');
  }
}
