import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { statusBarText, titleText } from '../../base/sinkText.ts';
import type { Job } from '../../model/job.ts';
import type { JobsChange } from '../../app/tracking/jobsChange.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { jobName } from '../format/jobText.ts';
import type { Panel } from '../window/panels.ts';
import { pageHtml } from '../window/pageHtml.ts';
import { showStatusMessage } from '../window/statusBar.ts';
import { messageToPage, readMessageFromPage } from './messages.ts';
import type { MessageFromPage, MessageToPage, PageModel } from './messages.ts';
import { asDemo, ids, pageModel } from './pageModel.ts';

export interface JobPanelOptions {
  readonly jobs: Pick<JobTracker, 'known' | 'find' | 'history' | 'markSeen' | 'onDidChange'>;
  /** The folder of the page's script and style. */
  readonly distFolder: vscode.Uri;
  readonly retry: (job: Job) => unknown;
  readonly showInFile: (job: Job) => unknown;
  /** Opens the page of another job. */
  readonly open: (syncId: string) => Promise<void>;
  readonly onDidChangeVisibility: () => void;
  /** Whether the jobs are those of the demo, which the page says. */
  readonly isDemo: boolean;
  readonly report: (error: unknown) => void;
}

const STATUS_MS = 3000;

/** An editor tab that shows a job until it is closed. */
export class JobPanel implements Disposable {
  readonly #options: JobPanelOptions;
  readonly #panel: Panel;
  readonly #owned = new DisposableStore();
  readonly #syncId: string;
  #sent = '';

  constructor(panel: Panel, syncId: string, options: JobPanelOptions) {
    this.#options = options;
    this.#panel = panel;
    this.#syncId = syncId;
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [options.distFolder] };
    this.#owned.add(webview.onDidReceiveMessage((message) => this.#take(readMessageFromPage(message))));
    this.#owned.add(options.jobs.onDidChange((change) => this.#isShown(change) && this.#draw()));
    this.#owned.add(
      panel.onDidChangeViewState(() => {
        options.onDidChangeVisibility();
        this.#draw();
      }),
    );
    this.#owned.add(panel.onDidDispose(() => this.dispose()));
    webview.html = pageHtml(webview, options.distFolder, 'jobPage');
    this.#draw();
  }

  get onDidClose(): vscode.Event<void> {
    return this.#panel.onDidDispose;
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#owned.dispose();
    this.#panel.dispose();
  }

  get #job(): Job | undefined {
    return this.#options.jobs.find(this.#syncId);
  }

  /** Whether the change is of the job or of another of its connection, which is in the history on the page. */
  #isShown({ syncIds, entityIds }: JobsChange): boolean {
    const job = this.#job;
    return (
      syncIds === 'all' ||
      syncIds.has(this.#syncId) ||
      (job !== undefined && (entityIds === 'all' || entityIds.has(job.entityId)))
    );
  }

  #draw({ isVisible = this.#panel.visible } = {}): void {
    const { jobs } = this.#options;
    const job = this.#job;
    this.#panel.title = job ? titleText(jobName(job), 60) : titleText(vscode.l10n.t('Job'));
    if (!isVisible) {
      return;
    }
    if (job) {
      jobs.markSeen([job.syncId]);
    }
    const model = (one: Job): PageModel =>
      pageModel(one, jobs.known.ofConnection(one.entityId), jobs.history(one.syncId), Date.now());
    this.#send(
      job
        ? {
            kind: 'show',
            syncId: job.syncId,
            model: this.#options.isDemo ? asDemo(model(job)) : model(job),
          }
        : {
            kind: 'gone',
            syncId: this.#syncId,
            text: vscode.l10n.t('This job is not in the list of jobs of this account.'),
          },
    );
  }

  /** Sends a message only if something other than elapsed times has changed. */
  #send(message: MessageToPage): void {
    const key = JSON.stringify(message, (name, value: unknown) =>
      name === 'elapsedMs' || name === 'reachMs' ? 0 : value,
    );
    if (key !== this.#sent) {
      this.#sent = key;
      void this.#panel.webview.postMessage(messageToPage(message));
    }
  }

  #take(message: MessageFromPage | undefined): void {
    this.#act(message).then(undefined, this.#options.report);
  }

  async #act(message: MessageFromPage | undefined): Promise<void> {
    const job = this.#job;
    switch (message?.kind) {
      case 'ready':
        // A hidden page is reloaded when it is shown again. It is visible now, even if VS Code has not reported it yet.
        this.#sent = '';
        this.#draw({ isVisible: true });
        break;
      case 'copyId': {
        const id = job && ids(job)[message.index];
        if (id) {
          await vscode.env.clipboard.writeText(id.value);
          showStatusMessage(statusBarText(vscode.l10n.t('Copied {0}.', id.label)), STATUS_MS);
        }
        break;
      }
      case 'openFile':
        if (job?.source?.uri !== undefined) {
          await vscode.window.showTextDocument(vscode.Uri.parse(job.source.uri, true), { preview: false });
        }
        break;
      case 'openRun':
        await this.#options.open(message.syncId);
        break;
      case 'retry':
        if (job) {
          await this.#options.retry(job);
        }
        break;
      case 'showInFile':
        if (job) {
          await this.#options.showInFile(job);
        }
        break;
      case undefined:
    }
  }
}
