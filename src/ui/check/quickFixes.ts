import { l10n, Position, Range, WorkspaceEdit } from 'vscode';
import type { CancellationToken, CodeActionProvider, Diagnostic, Disposable, TextDocument } from 'vscode';
import { plainValue } from '../../base/displayText.ts';
import { titleText } from '../../base/sinkText.ts';
import { guessedEncoding, isReadWrongly, mayHoldRows, rowsInMember } from '../../data/check/checkResult.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { SEVERITIES } from '../../data/check/dataProblem.ts';
import type { ProblemCode } from '../../data/check/dataProblem.ts';
import { fixOf } from '../../data/fix/fixId.ts';
import type { FixId } from '../../data/fix/fixId.ts';
import { slicesOf, TextChangedError } from '../../data/text/textSlices.ts';
import type { TextSlices } from '../../data/text/textSlices.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { UploadKind } from '../../model/upload.ts';
import { documentText } from '../editor/documentText.ts';
import type { WrongDecodings } from '../editor/wrongDecodings.ts';
import { QuickFix, registerQuickFixes } from '../window/problems.ts';
import type { CheckedText, DocumentChecks } from './documentChecks.ts';
import { codeOf, DIAGNOSTIC_SOURCE } from './problemDiagnostics.ts';

/** Above this length, in UTF-16 code units, copying and editing the text would block the editor. */
const MAX_UNITS = 16_000_000;
/** VS Code's picker for Save with Encoding and Reopen with Encoding. */
const CHANGE_ENCODING = 'workbench.action.editor.changeEncoding';

/** A fix whose edits are computed when it is previewed or applied. */
class FixAction extends QuickFix {
  readonly fix: FixId;
  readonly dataKind: UploadKind;
  readonly document: TextDocument;
  readonly version: number;

  constructor(title: string, fix: FixId, dataKind: UploadKind, document: TextDocument) {
    super(titleText(title));
    this.fix = fix;
    this.dataKind = dataKind;
    this.document = document;
    this.version = document.version;
    this.isPreferred = true;
  }
}

interface QuickFixOptions {
  readonly checks: DocumentChecks;
  readonly decodings: WrongDecodings;
  readonly workers: DataWorkers;
}

/**
 * Provides the fixes that are safe: each removes its problem and leaves every other cell unchanged. A text that was opened in
 * the wrong encoding is not edited, because saving it would lose characters of its file.
 */
export function provideQuickFixes(options: QuickFixOptions): Disposable {
  const provider: CodeActionProvider<QuickFix> = {
    provideCodeActions(document, _, { diagnostics }) {
      const checked = options.checks.find(document.uri);
      if (checked === undefined) {
        return [];
      }
      const ours = diagnostics.filter(({ source }) => source === DIAGNOSTIC_SOURCE);
      return checked.result !== undefined && isReadWrongly(checked.result)
        ? actionsForWrongText(checked.result, ours)
        : actionsFor(document, checked, ours);
    },
    async resolveCodeAction(action, token) {
      return action instanceof FixAction && action.disabled === undefined ? resolve(action, options, token) : action;
    },
  };
  return registerQuickFixes('*', provider);
}

/** The file still has the characters that the text lost, so it is to be reopened in the right encoding first. */
function actionsForWrongText(check: CheckResult, ours: Diagnostic[]): QuickFix[] {
  const encoding = guessedEncoding(check);
  if (ours.length === 0 || encoding === undefined || encoding === 'utf-8') {
    return [];
  }
  const action = encodingAction(l10n.t('Reopen with Encoding…'));
  action.diagnostics = ours;
  return [action];
}

function actionsFor(document: TextDocument, checked: CheckedText, ours: readonly Diagnostic[]): QuickFix[] {
  return [...new Set(ours.map(codeOf))].flatMap((code) => {
    const action = isProblemCode(code) ? actionFor(code, document, checked) : undefined;
    if (action === undefined) {
      return [];
    }
    action.diagnostics = ours.filter((diagnostic) => codeOf(diagnostic) === code);
    return [action];
  });
}

function actionFor(code: ProblemCode, document: TextDocument, { kind, result }: CheckedText): QuickFix | undefined {
  // The byte order mark of a file is not part of its editor's text.
  if (code === 'byteOrderMark' && !document.getText(new Range(0, 0, 0, 1)).startsWith('\uFEFF')) {
    return encodingAction(l10n.t('Save with Encoding (UTF-8)…'));
  }
  const fix = fixOf(code);
  // Tabs in a TSV file are not a problem, an object around the rows and an action are not rows, and where JSON ends is not known if it is not
  // valid.
  const isPointless =
    (fix === 'delimiterToComma' && kind !== 'csv') ||
    (fix === 'flattenNested' && result !== undefined && isAroundRows(result)) ||
    (code === 'oneObject' && result !== undefined && isAroundRows(result) && !isLikelyRow(result)) ||
    (fix === 'useMemberRows' && result !== undefined && rowsInMember(result) === undefined) ||
    (code === 'jsonLines' && hasProblem(result, 'bulkActions')) ||
    (kind === 'json' && hasProblem(result, 'notJson'));
  if (fix === undefined || isPointless) {
    return undefined;
  }
  const action = new FixAction(titleOf(fix, code, result), fix, kind, document);
  if (document.offsetAt(new Position(document.lineCount, 0)) > MAX_UNITS) {
    action.disabled = {
      reason: titleText(l10n.t('The text is too large to edit here. You can still upload it.')),
    };
  }
  return action;
}

function hasProblem(result: CheckResult | undefined, code: ProblemCode): boolean {
  return result?.problems.some((problem) => problem.code === code) === true;
}

function isLikelyRow({ problems }: CheckResult): boolean {
  return problems.some((problem) => problem.code === 'oneObject' && problem.isLikelyRow === true);
}

/** Whether an object is, or may be, around the rows. */
function isAroundRows(check: CheckResult): boolean {
  return (
    mayHoldRows(check) ||
    check.problems.some(
      (problem) => problem.code === 'rowsInObject' || (problem.code === 'rowsInPages' && problem.isCertain),
    )
  );
}

function encodingAction(title: string): QuickFix {
  const action = new QuickFix(titleText(title));
  action.command = { command: CHANGE_ENCODING, title: action.title };
  return action;
}

async function resolve(
  action: FixAction,
  { decodings, workers }: QuickFixOptions,
  token: CancellationToken,
): Promise<QuickFix> {
  const { document, fix, dataKind, version } = action;
  const cancel = new AbortController();
  const subscription = token.onCancellationRequested(() => cancel.abort());
  try {
    const found = { replacement: false };
    const text = watchReplacements(slicesOf(documentText(document)), found);
    const edits = await workers.fix({ fix, text, kind: dataKind }, cancel.signal);
    // Editing a text that was read in the wrong encoding would hide the mistake.
    if (found.replacement && (await decodings.isWrong(document, cancel.signal))) {
      return action;
    }
    // If the text has changed meanwhile, the positions of the edits no longer match.
    if (document.version === version) {
      action.edit = new WorkspaceEdit();
      for (const { start, end, newText } of edits) {
        action.edit.replace(document.uri, new Range(document.positionAt(start), document.positionAt(end)), newText);
      }
    }
    return action;
  } catch (error) {
    if (error instanceof TextChangedError) {
      return action;
    }
    throw error;
  } finally {
    subscription.dispose();
  }
}

/** Yields the slices unchanged, and records in `found` whether any of them contains U+FFFD. */
function* watchReplacements(slices: TextSlices, found: { replacement: boolean }): TextSlices {
  for (const slice of slices) {
    found.replacement ||= slice.includes('\uFFFD');
    yield slice;
  }
}

function titleOf(fix: FixId, code: ProblemCode, result: CheckResult | undefined): string {
  switch (fix) {
    case 'removeByteOrderMark':
      return l10n.t('Remove the byte order mark');
    case 'removeSepLine':
      return l10n.t('Remove the “sep=” line');
    case 'removeTitleLines':
      return l10n.t('Remove the title lines');
    case 'delimiterToComma':
      return l10n.t('Convert delimiters to commas');
    case 'removeTrailingDelimiters':
      return l10n.t('Remove the delimiter at the end of each row');
    case 'removeRepeatedHeaders':
      return l10n.t('Remove the rows that repeat the header');
    case 'removeEmptyRows':
      return l10n.t('Remove the empty rows');
    case 'removeTrailingEmptyRows':
      return l10n.t('Remove the empty rows at the end');
    case 'makeColumnNamesUnique':
      return l10n.t('Make column names unique');
    case 'formulasToText':
      return l10n.t('Convert formulas to plain text');
    case 'emptyNullTexts':
      return l10n.t('Empty the cells with NULL');
    case 'flattenNested':
      return l10n.t('Flatten nested values to dotted columns');
    case 'linesToArray':
      return code === 'oneObject' ? l10n.t('Convert to an array with one row') : l10n.t('Convert lines to an array');
    case 'useMemberRows': {
      const name = (result && rowsInMember(result)?.name) ?? '';
      return l10n.t('Use the rows in “{0}”', plainValue(name, 40));
    }
  }
}

function isProblemCode(code: string | undefined): code is ProblemCode {
  return code !== undefined && code in SEVERITIES;
}
