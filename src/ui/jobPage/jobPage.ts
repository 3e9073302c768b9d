import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { titleText } from '../../base/sinkText.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { createPanel } from '../window/panels.ts';
import type { Panel } from '../window/panels.ts';
import type { createJobPanel, JobPanel, JobPanelOptions } from './jobPanel.ts';

const JOB_PAGE = 'dataConnections.job';

interface JobPageOptions extends Omit<JobPanelOptions, 'jobs' | 'open' | 'onDidChangeVisibility'> {
  readonly jobs: JobPanelOptions['jobs'] & Pick<JobTracker, 'setOnScreen' | 'lookUp'>;
}

/** The job pages: a tab for each job, whose code is loaded when the first one is opened. Restored after a reload of the window. */
export class JobPage implements Disposable {
  readonly #options: JobPageOptions;
  readonly #owned = new DisposableStore();
  readonly #panels = new Map<string, JobPanel>();

  constructor(options: JobPageOptions) {
    this.#options = options;
    this.#owned.add({ dispose: () => [...this.#panels.values()].forEach((panel) => panel.dispose()) });
  }

  /** Fills a panel that VS Code restored after a reload. `state` is what its page had saved. */
  async restore(panel: Panel, state: unknown): Promise<void> {
    const { createJobPanel } = await import('./jobPanel.ts');
    const { readRemembered } = await import('./messages.ts');
    const { syncId } = readRemembered(state) ?? {};
    if (syncId === undefined || this.#panels.has(syncId)) {
      panel.dispose();
    } else {
      this.#adopt(panel, syncId, createJobPanel);
      // A job that was only looked up is not stored. The page is drawn again once there is a response.
      await this.#options.jobs.lookUp(syncId);
    }
  }

  /** Shows the tab of the job, or opens one. */
  async open(syncId: string): Promise<void> {
    const { createJobPanel } = await import('./jobPanel.ts');
    const open = this.#panels.get(syncId);
    if (open) {
      open.reveal();
      return;
    }
    const { Active } = vscode.ViewColumn;
    this.#adopt(createPanel(JOB_PAGE, titleText(vscode.l10n.t('Job')), Active), syncId, createJobPanel);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #adopt(webviewPanel: Panel, syncId: string, create: typeof createJobPanel): void {
    const onDidChangeVisibility = (): void => this.#updateOnScreen();
    const open = (other: string): Promise<void> => this.open(other);
    const panel = create(webviewPanel, syncId, { ...this.#options, open, onDidChangeVisibility });
    this.#panels.set(syncId, panel);
    panel.onDidClose(() => {
      this.#panels.delete(syncId);
      this.#updateOnScreen();
    });
    this.#updateOnScreen();
  }

  #updateOnScreen(): void {
    const visible = [...this.#panels].filter(([, { isVisible }]) => isVisible);
    this.#options.jobs.setOnScreen(visible.map(([syncId]) => syncId));
  }
}
