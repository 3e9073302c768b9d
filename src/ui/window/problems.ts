import { CodeAction, CodeActionKind, Diagnostic, languages } from 'vscode';
import type {
  CodeActionProvider,
  DiagnosticCollection,
  DiagnosticSeverity,
  Disposable,
  DocumentSelector,
  Range,
  Uri,
} from 'vscode';
import type { DiagnosticText, TitleText } from '../../base/sinkText.ts';
import type { TitledCommand } from './statusBar.ts';

/** An entry in the Problems view. */
export type Problem = Omit<Diagnostic, 'message' | 'source' | 'code' | 'relatedInformation'> & {
  readonly message: DiagnosticText;
  source?: DiagnosticText;
  code?: { readonly value: DiagnosticText; readonly target: Uri };
};

interface ProblemCollection extends Pick<DiagnosticCollection, 'delete' | 'dispose'> {
  set(uri: Uri, problems: readonly Problem[]): void;
}

export function createProblem(range: Range, message: DiagnosticText, severity: DiagnosticSeverity): Problem {
  return new Diagnostic(range, message, severity) as Problem;
}

export function createProblemCollection(name: string): ProblemCollection {
  return languages.createDiagnosticCollection(name);
}

/** A quick fix for a problem. */
export class QuickFix extends CodeAction {
  declare readonly title: TitleText;
  declare disabled?: { readonly reason: TitleText };
  declare command?: TitledCommand;

  constructor(title: TitleText) {
    super(title, CodeActionKind.QuickFix);
  }
}

export function registerQuickFixes(selector: DocumentSelector, provider: CodeActionProvider<QuickFix>): Disposable {
  return languages.registerCodeActionsProvider(selector, provider, {
    providedCodeActionKinds: [CodeActionKind.QuickFix],
  });
}
