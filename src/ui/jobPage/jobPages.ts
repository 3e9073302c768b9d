import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { titleText } from '../../base/sinkText.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { PageTabs } from '../window/pageTabs.ts';
import { createPanel } from '../window/panels.ts';
import type { Panel } from '../window/panels.ts';
import { createJobPage } from './jobPage.ts';
import type { JobPage, JobPageOptions } from './jobPage.ts';
import { readRemembered } from './messages.ts';

const JOB_PAGE = 'dataConnections.job';

interface JobPagesOptions extends Omit<JobPageOptions, 'jobs' | 'open' | 'onDidChangeVisibility'> {
  readonly jobs: JobPageOptions['jobs'] & Pick<JobTracker, 'setOnScreen' | 'lookUp'>;
}

/** The job pages: a tab for each job. Restored after a reload of the window. */
export class JobPages implements Disposable {
  readonly #options: JobPagesOptions;
  readonly #tabs: PageTabs<JobPage>;

  constructor(options: JobPagesOptions) {
    this.#options = options;
    this.#tabs = new PageTabs((visibleIds) => options.jobs.setOnScreen(visibleIds));
  }

  /** Fills a panel that VS Code restored after a reload. `state` is what its page had saved. */
  async restore(panel: Panel, state: unknown): Promise<void> {
    const { syncId, entityId } = readRemembered(state) ?? {};
    if (syncId === undefined || this.#tabs.all.has(syncId)) {
      panel.dispose();
    } else {
      this.#add(panel, syncId);
      // A job that was only looked up is not stored. The page is drawn again once there is a response.
      await this.#options.jobs.lookUp(syncId, { entityId });
    }
  }

  /** Shows the tab of the job, or opens one. */
  open(syncId: string): void {
    const page = this.#tabs.all.get(syncId);
    if (page) {
      page.reveal();
      return;
    }
    const { Active } = vscode.ViewColumn;
    this.#add(createPanel(JOB_PAGE, titleText(vscode.l10n.t('Job')), Active), syncId);
  }

  dispose(): void {
    this.#tabs.dispose();
  }

  #add(panel: Panel, syncId: string): void {
    const open = (other: string): void => this.open(other);
    this.#tabs.add(syncId, (onDidChangeVisibility) =>
      createJobPage(panel, syncId, { ...this.#options, open, onDidChangeVisibility }),
    );
  }
}
