import { window, workspace } from 'vscode';
import type { Uri } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { showsTable } from './automaticKind.ts';
import type { CheckSummary } from './checkActiveEditor.ts';
import type { DataCheck, DataCheckOptions } from './dataCheck.ts';

/** Stands where the check room will be, which is loaded once a table is shown or a check is asked for. */
export class DataCheckFeature implements Disposable {
  readonly #options: DataCheckOptions;
  readonly #subscriptions = new DisposableStore();
  #room: Promise<DataCheck> | undefined;

  constructor(options: DataCheckOptions) {
    this.#options = options;
    // An empty editor becomes a table by a change.
    this.#subscriptions.add(window.onDidChangeVisibleTextEditors(() => this.#enterForTables()));
    this.#subscriptions.add(workspace.onDidChangeTextDocument(() => this.#enterForTables()));
    this.#enterForTables();
  }

  async checkActiveEditor(): Promise<CheckSummary> {
    return (await this.#enter()).checkActiveEditor();
  }

  /** Takes over what the check of an upload has found. */
  async accept(uri: Uri, result: CheckResult): Promise<void> {
    (await this.#enter()).accept(uri, result);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#room?.then((room) => room.dispose()).catch(this.#options.report);
  }

  #enterForTables(): void {
    const { isAutomatic, report } = this.#options;
    // This comes at every change of any text, and to ask for the setting reads all settings: only where a table is shown.
    if (this.#room === undefined && showsTable(window.visibleTextEditors) && isAutomatic()) {
      this.#enter().catch(report);
    }
  }

  #enter(): Promise<DataCheck> {
    this.#room ??= import('./dataCheck.ts').then((chunk) => new chunk.DataCheck(this.#options));
    return this.#room;
  }
}
