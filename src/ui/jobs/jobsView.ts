import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { isRunning } from '../../model/job.ts';
import type { FollowedJobs } from './followedJobs.ts';
import type { JobsElement } from './jobRow.ts';
import { JobTree } from './jobTree.ts';

const VIEW_ID = 'dataConnections.jobs';
const TICK_MS = 1000;

/** The Jobs view. While it is visible and something runs, durations grow by the second; otherwise it has no timer. */
export class JobsView implements Disposable {
  readonly #jobs: FollowedJobs;
  readonly #disposables = new DisposableStore();
  readonly #tree = this.#disposables.add(new JobTree());
  readonly #view: vscode.TreeView<JobsElement>;
  #ticker: ReturnType<typeof setInterval> | undefined;

  constructor(jobs: FollowedJobs) {
    this.#jobs = jobs;
    this.#view = this.#disposables.add(
      vscode.window.createTreeView(VIEW_ID, { treeDataProvider: this.#tree, showCollapseAll: true }),
    );
    this.#disposables.add(
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible) {
          jobs.markSeen();
        }
        this.#draw();
      }),
    );
    this.#disposables.add(
      this.#view.onDidChangeSelection(({ selection }) => {
        for (const { job } of selection) {
          jobs.markSeen(job.syncId);
        }
      }),
    );
    this.#disposables.add(jobs.onDidChange(() => this.#draw()));
    this.#disposables.add({ dispose: () => clearInterval(this.#ticker) });
    this.#draw();
  }

  /** Opens the view and, where the job is in it, selects its row. */
  async reveal(syncId?: string): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW_ID}.focus`);
    const row = syncId === undefined ? undefined : this.#tree.find(syncId);
    if (row) {
      await this.#view.reveal(row, { select: true, focus: true, expand: true });
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #draw(): void {
    const { jobs } = this.#jobs;
    const running = jobs.filter(isRunning).length;
    this.#tree.show(jobs);
    this.#view.badge = badge(running);
    this.#tick(this.#view.visible && running > 0);
  }

  #tick(isWanted: boolean): void {
    if (!isWanted) {
      clearInterval(this.#ticker);
      this.#ticker = undefined;
    } else {
      this.#ticker ??= setInterval(() => this.#tree.show(this.#jobs.jobs), TICK_MS);
    }
  }
}

function badge(running: number): vscode.ViewBadge | undefined {
  return running === 0
    ? undefined
    : {
        value: running,
        tooltip: running === 1 ? vscode.l10n.t('1 job is running') : vscode.l10n.t('{0} jobs are running', running),
      };
}
