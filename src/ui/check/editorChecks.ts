import { l10n } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { UploadKind } from '../../model/upload.ts';
import { UserError } from '../errors/userError.ts';
import { openDocument } from '../editor/openEditors.ts';
import type { WrongDecodings } from '../editor/wrongDecodings.ts';
import { AutoCheck } from './autoCheck.ts';
import { checkActiveEditor, profileActiveEditor, resultOfActiveEditor } from './checkActiveEditor.ts';
import type { CheckSummary } from './checkActiveEditor.ts';
import { copyControlTotals, readTableFormat } from './copyControlTotals.ts';
import { openQuoteText } from './checkText.ts';
import { showCheckStatus } from './checkStatus.ts';
import { DocumentChecks } from './documentChecks.ts';
import { showProblems } from './problemDiagnostics.ts';
import { provideQuickFixes } from './quickFixes.ts';

interface EditorChecksOptions {
  readonly workers: DataWorkers;
  readonly decodings: WrongDecodings;
  /** The kind of a document that should be checked automatically; undefined for any other document. */
  readonly kindToCheck: (document: TextDocument) => UploadKind | undefined;
  /** The folder of the pages' scripts and style sheets. */
  readonly distFolder: Uri;
  readonly report: (error: unknown) => void;
  readonly log: Logger;
}

/** Everything that VS Code shows for checks: problems, quick fixes and the language status. */
export class EditorChecks implements Disposable {
  readonly #report: (error: unknown) => void;
  readonly #owned = new DisposableStore();
  readonly #checks: DocumentChecks;
  readonly #distFolder: Uri;

  constructor({ workers, decodings, kindToCheck, distFolder, report, log }: EditorChecksOptions) {
    this.#report = report;
    this.#distFolder = distFolder;
    const checks = this.#owned.add(new DocumentChecks(workers, decodings));
    this.#checks = checks;
    this.#owned.add(showProblems(checks));
    this.#owned.add(provideQuickFixes({ checks, decodings, workers }));
    this.#owned.add(showCheckStatus(checks));
    this.#owned.add(new AutoCheck({ checks, kindToCheck, log }));
  }

  checkActiveEditor(): Promise<CheckSummary> {
    return checkActiveEditor(this.#checks, this.#report);
  }

  async copyControlTotals(args: readonly unknown[]): Promise<void> {
    const format = readTableFormat(args);
    await copyControlTotals(await resultOfActiveEditor(this.#checks), format);
  }

  /** Opens a tab with the column profile of the active editor. */
  async showColumnProfile(): Promise<void> {
    const { name, result } = await profileActiveEditor(this.#checks);
    if (result.totals === undefined || result.totals.length === 0) {
      throw new UserError(openQuoteText(result) ?? l10n.t('“{0}” has no columns to profile.', plainText(name, 80)));
    }
    const { openProfilePage } = await import('../profilePage/profilePage.ts');
    const page = this.#owned.add(openProfilePage(name, result, this.#distFolder));
    page.onDidClose(() => this.#owned.remove(page));
  }

  /** Shows the result of an upload's check if the text is open. For a closed text, nothing would ever clear it. */
  showResult(uri: Uri, result: CheckResult): void {
    if (openDocument(uri) !== undefined) {
      this.#checks.showResult(uri, result);
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
