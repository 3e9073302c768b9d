import * as vscode from 'vscode';
import { DisposableStore, MutableDisposable } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { titleText } from '../../base/sinkText.ts';
import { createPanel } from '../window/panels.ts';
import type { Panel } from '../window/panels.ts';
import type { JobPanel, JobPanelOptions } from './jobPanel.ts';

const JOB_PAGE = 'dataConnections.job';

/** The job page: a single tab, whose code is loaded when it is first opened. It is restored after a reload of the window. */
export class JobPage implements Disposable {
  readonly #options: JobPanelOptions;
  readonly #owned = new DisposableStore();
  readonly #panel = this.#owned.add(new MutableDisposable<JobPanel>());

  constructor(options: JobPanelOptions) {
    this.#options = options;
  }

  /** Fills a panel that VS Code restored after a reload, with the state that its page had set. */
  async restore(panel: Panel, state: unknown): Promise<void> {
    const { readRemembered } = await import('./messages.ts');
    const { syncId } = readRemembered(state) ?? {};
    if (syncId === undefined || this.#panel.value) {
      panel.dispose();
    } else {
      await this.#adopt(panel, syncId);
    }
  }

  async open(syncId: string): Promise<void> {
    if (this.#panel.value) {
      this.#panel.value.show(syncId);
      return;
    }
    const { Active } = vscode.ViewColumn;
    await this.#adopt(createPanel(JOB_PAGE, titleText(vscode.l10n.t('Job')), Active), syncId);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #adopt(webviewPanel: Panel, syncId: string): Promise<void> {
    const { JobPanel } = await import('./jobPanel.ts');
    const panel = new JobPanel(webviewPanel, syncId, this.#options);
    this.#panel.value = panel;
    panel.onDidClose(() => {
      if (this.#panel.value === panel) {
        this.#panel.clear();
      }
    });
  }
}
