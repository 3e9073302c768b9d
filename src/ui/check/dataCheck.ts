import type { Uri } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { CheckInWorker } from '../../data/worker/checkInWorker.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { checkActiveEditor } from './checkActiveEditor.ts';
import type { CheckSummary } from './checkActiveEditor.ts';
import { AutoCheck } from './autoCheck.ts';
import { showCheckStatus } from './checkStatus.ts';
import { DocumentChecks } from './documentChecks.ts';
import { openDocument } from '../editor/openEditors.ts';
import type { WrongDecodings } from '../editor/wrongDecodings.ts';
import { provideQuickFixes } from './quickFixes.ts';
import { showProblems } from './showProblems.ts';

export interface DataCheckOptions {
  readonly checker: CheckInWorker;
  readonly decodings: WrongDecodings;
  /** The file that finds the edits of quick fixes, in a worker. */
  readonly fixProgram: string;
  /** Whether tables are checked without being asked for. */
  readonly isAutomatic: () => boolean;
  readonly report: (error: unknown) => void;
  readonly log: Logger;
}

/** All that VS Code shows of checks: problems, quick fixes, the language status. */
export class DataCheck implements Disposable {
  readonly #options: DataCheckOptions;
  readonly #disposables = new DisposableStore();
  readonly #checks: DocumentChecks;

  constructor(options: DataCheckOptions) {
    this.#options = options;
    const { checker, decodings, fixProgram, isAutomatic, log } = options;
    const checks = this.#disposables.add(new DocumentChecks(checker, decodings));
    this.#checks = checks;
    this.#disposables.add(showProblems(checks));
    this.#disposables.add(provideQuickFixes({ checks, decodings, program: fixProgram }));
    this.#disposables.add(showCheckStatus(checks));
    this.#disposables.add(new AutoCheck({ checks, isAutomatic, log }));
  }

  checkActiveEditor(): Promise<CheckSummary> {
    return checkActiveEditor(this.#checks, this.#options.report);
  }

  /** Takes over what the check of an upload has found, where the text is open: else nothing would ever take it away. */
  accept(uri: Uri, result: CheckResult): void {
    if (openDocument(uri) !== undefined) {
      this.#checks.accept(uri, result);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
