import { DiagnosticSeverity, Position, Range, Uri } from 'vscode';
import type { Diagnostic, TextDocument } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { diagnosticText } from '../../base/sinkText.ts';
import { listProblems } from '../../data/check/listedProblems.ts';
import { problemEndColumn } from '../../data/check/problemRange.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { DataProblem } from '../../data/check/dataProblem.ts';
import { commandLink } from '../commands/commandIds.ts';
import { openDocument } from '../editor/openEditors.ts';
import { createProblem, createProblemCollection } from '../window/problems.ts';
import type { Problem } from '../window/problems.ts';
import { describeProblem, problemLevel } from '../format/problemText.ts';
import type { DocumentChecks } from './documentChecks.ts';

/** Not translated, because it is the extension's name. */
export const DIAGNOSTIC_SOURCE = diagnosticText('Data Connections');

/** Shows the results of checks in the Problems view. An older result stays until the next check has finished. */
export function showProblems(checks: DocumentChecks): Disposable {
  const owned = new DisposableStore();
  const collection = owned.add(createProblemCollection('dataConnections'));
  owned.add(
    checks.onDidChange((uri) => {
      const checked = checks.find(uri);
      if (checked === undefined || checked.isTooComplex) {
        collection.delete(uri);
      } else if (!checked.isChecking && checked.result !== undefined) {
        collection.set(uri, diagnosticsOf(checked.result, openDocument(uri)));
      }
    }),
  );
  return owned;
}

/** Converts problems to diagnostics. Without a document, because the file is too large for one, each range is one character. */
function diagnosticsOf(check: CheckResult, document: TextDocument | undefined): readonly Problem[] {
  return listProblems(check).listed.map((problem) => {
    const range = document === undefined ? pointOf(problem) : rangeIn(document, problem, check.delimiter);
    const diagnostic = createProblem(
      range,
      diagnosticText(describeProblem(problem)),
      SEVERITIES[problemLevel(problem, check.kind)],
    );
    diagnostic.source = DIAGNOSTIC_SOURCE;
    const target = Uri.parse(commandLink('dataConnections.explainProblem', problem.code));
    diagnostic.code = { value: diagnosticText(problem.code), target };
    return diagnostic;
  });
}

/** The problem code of a diagnostic. VS Code passes copies of diagnostics to providers, so theirs can't be typed as ours. */
export function codeOf({ code }: Diagnostic): string | undefined {
  const value = typeof code === 'object' ? code.value : code;
  return typeof value === 'string' ? value : undefined;
}

function pointOf({ line, column }: DataProblem): Range {
  return new Range(line - 1, column - 1, line - 1, column);
}

function rangeIn(document: TextDocument, problem: DataProblem, delimiter: string | undefined): Range {
  const line = problem.line - 1;
  const { lineCount } = document;
  if (line >= lineCount) {
    return document.validateRange(pointOf(problem));
  }
  const { text } = document.lineAt(line);
  const end = new Position(lastLineOf(problem, lineCount), 0);
  const start = new Position(line, Math.min(problem.column - 1, text.length));
  return end.line > line
    ? new Range(start, document.lineAt(end.line).range.end)
    : new Range(start, new Position(line, problemEndColumn(problem, { text, delimiter }) - 1));
}

/** Only empty rows and lines around the table span several lines. Those at the end reach to the end of the text. */
function lastLineOf(problem: DataProblem, lineCount: number): number {
  const line = problem.line - 1;
  switch (problem.code) {
    case 'blankLines':
    case 'titleLines':
      return Math.min(line + problem.lines - 1, lineCount - 1);
    case 'emptyRows':
      return Math.min(line + problem.rows - 1, lineCount - 1);
    case 'trailingBlankLines':
    case 'trailingEmptyRows':
    case 'footerLines':
      return lineCount - 1;
    default:
      return line;
  }
}

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;
