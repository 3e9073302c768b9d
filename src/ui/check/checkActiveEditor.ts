import { CancellationError, commands, l10n, workspace } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import { headOf, kindOfBytes, kindOfText } from '../../app/upload/kindOfData.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, notificationText, progressText, titleText } from '../../base/sinkText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { kindByName } from '../../data/file/kindByName.ts';
import type { ColumnTotals } from '../../model/columnTotals.ts';
import type { UploadKind } from '../../model/upload.ts';
import { activeSource } from '../editor/activeEditor.ts';
import { baseName, hasHiddenChanges } from '../editor/openEditors.ts';
import { fileErrorOf } from '../errors/fileError.ts';
import { UserError } from '../errors/userError.ts';
import { chooseKind } from '../editor/chooseKind.ts';
import { percentText, rowsText } from '../format/valueText.ts';
import { withProgressIfSlow } from '../window/progress.ts';
import { showInformation, showWarning } from '../window/notifications.ts';
import { columnsText, countProblems, omittedText, problemsText } from './checkText.ts';
import type { DocumentChecks } from './documentChecks.ts';

/** How many lines are read to detect the kind of a text without a file extension or language. */
const SAMPLE_LINES = 100;

/** What the command returns to its caller. */
export interface CheckSummary {
  readonly rows: number;
  readonly columns: readonly string[];
  readonly problems: number;
  /** How many of the problems prevent an upload. */
  readonly blocking: number;
  /** The control totals of the columns. */
  readonly totals: readonly ColumnTotals[];
}

interface ActiveText {
  readonly uri: Uri;
  readonly name: string;
  readonly kind: UploadKind;
}

/** Checks what the active editor shows and shows the result. Throws `UserError` if there is nothing to check. */
export async function checkActiveEditor(
  checks: DocumentChecks,
  report: (error: unknown) => void,
): Promise<CheckSummary> {
  const text = await activeText();
  const result = await check(text, checks);
  showSummary(text, result).catch(report);
  const { blocking, others } = countProblems(result);
  return {
    rows: result.rows,
    columns: result.columns,
    problems: blocking + others,
    blocking,
    totals: result.totals ?? [],
  };
}

/** Checks what the active editor shows, for a command that only uses the result. Throws like `checkActiveEditor`. */
export async function resultOfActiveEditor(checks: DocumentChecks): Promise<CheckResult> {
  return check(await activeText(), checks);
}

/** Computes the column profile of what the active editor shows. Throws like `checkActiveEditor`. */
export async function profileActiveEditor(
  checks: DocumentChecks,
): Promise<{ readonly name: string; readonly result: CheckResult }> {
  const text = await activeText();
  const { uri, name, kind } = text;
  const title = l10n.t('Profiling “{0}”', plainText(name, 80));
  return { name, result: await withCheckProgress(title, text, (progress) => checks.profile(uri, kind, progress)) };
}

/** Rejects with a cancellation if the user was asked for the kind and cancelled. */
async function activeText(): Promise<ActiveText> {
  const source = activeSource();
  if (source === undefined) {
    throw new UserError(l10n.t('Open a CSV or JSON file in the editor, then try again.'));
  }
  const { uri, document } = source;
  const name = baseName(uri);
  if (hasHiddenChanges(uri)) {
    throw new UserError(
      l10n.t(
        '“{0}” has unsaved changes that can’t be read from its editor. Save it, then check again.',
        plainText(name),
      ),
    );
  }
  const kind = await explainingFileErrors(
    name,
    document === undefined ? kindOfFile(uri, name) : kindOfDocument(document, name),
  );
  if (kind === undefined) {
    throw new CancellationError();
  }
  return { uri, name, kind };
}

function kindOfDocument(document: TextDocument, name: string): Promise<UploadKind | undefined> {
  return kindOfText(name, { languageId: document.languageId, fileName: name, text: sampleOf(document) }, () => {
    throw new UserError(
      l10n.t(
        'Can’t detect whether “{0}” is CSV or JSON. Select its language mode in the status bar, then check again.',
        plainText(name),
      ),
    );
  });
}

/** The kind of a file without a document. Its editor has no language mode that extensions can read, so the user is asked. */
async function kindOfFile(uri: Uri, name: string): Promise<UploadKind | undefined> {
  return (
    kindByName({ languageId: '', fileName: name }) ??
    (uri.scheme === 'file'
      ? kindOfBytes({ name, languageId: '', head: await headOf(uri.fsPath) }, (fileName) =>
          chooseKind(fileName, titleText(l10n.t('Check'))),
        )
      : kindOfDocument(await workspace.openTextDocument(uri), name))
  );
}

function sampleOf(document: TextDocument): string {
  const { lineCount } = document;
  const lines = Array.from({ length: Math.min(lineCount, SAMPLE_LINES) }, (_, line) => document.lineAt(line).text);
  return lines.join('\n') + (lineCount > SAMPLE_LINES ? '\n' : '');
}

function check(text: ActiveText, checks: DocumentChecks): Promise<CheckResult> {
  const title = l10n.t('Checking “{0}”', plainText(text.name, 80));
  return withCheckProgress(title, text, (progress) => checks.check(text.uri, text.kind, progress));
}

interface CheckProgress {
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** Runs a check or a profile, with cancellable progress if it takes long. Throws `UserError` if the file can't be read. */
function withCheckProgress(
  title: string,
  { uri, name }: ActiveText,
  run: (progress: CheckProgress) => Promise<CheckResult>,
): Promise<CheckResult> {
  const work = withProgressIfSlow(progressText(title), ({ signal, showMessage }) => {
    // Not awaited: only reading reports progress, and the check shows why a file can't be read.
    let size: number | undefined;
    void workspace.fs.stat(uri).then(
      (file) => (size = file.size),
      () => undefined,
    );
    return run({
      signal,
      onProgress: (bytes) => {
        if (size !== undefined) {
          showMessage(progressText(percentText(bytes, size)));
        }
      },
    });
  });
  return explainingFileErrors(name, work);
}

async function explainingFileErrors<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw fileErrorOf(error, name);
  }
}

async function showSummary({ name }: ActiveText, result: CheckResult): Promise<void> {
  const size = l10n.t('{0}, {1}', rowsText(result.rows), columnsText(result));
  const words = l10n.t('“{0}”: {1}; {2}.', name, size, problemsText(result));
  const message = notificationText([words, omittedText(result)].join(' '));
  if (result.problems.length === 0) {
    await showInformation(message);
    return;
  }
  const show = { title: buttonText(l10n.t('Show Problems')) };
  const { blocking } = countProblems(result);
  const chosen = await (blocking > 0 ? showWarning(message, show) : showInformation(message, show));
  if (chosen === show) {
    await commands.executeCommand('workbench.actions.view.problems');
  }
}
