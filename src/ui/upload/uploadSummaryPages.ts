import { l10n, ViewColumn } from 'vscode';
import type { Uri } from 'vscode';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { buttonText, notificationText, titleText } from '../../base/sinkText.ts';
import { messageToPage, readMessageFromPage } from '../summaryPage/messages.ts';
import type { MessageFromPage, MessageToPage } from '../summaryPage/messages.ts';
import { LivePage } from '../window/livePage.ts';
import { showInformation, showWarning } from '../window/notifications.ts';
import { createPanel } from '../window/panels.ts';
import { UploadSummary } from './uploadSummary.ts';
import type { Summary, UploadSummaryOptions } from './uploadSummary.ts';

interface UploadSummaryPagesOptions extends UploadSummaryOptions {
  readonly tracker: UploadSummaryOptions['tracker'] & Pick<JobTracker, 'onDidChange'>;
  /** The folder of the page's script and style sheet. */
  readonly distFolder: Uri;
  readonly report: (error: unknown) => void;
}

/** Shows the outcome of uploading several files: a notification, and a page that follows their jobs and can retry failed uploads. */
export class UploadSummaryPages implements Disposable {
  readonly #options: UploadSummaryPagesOptions;
  readonly #open = new DisposableStore();
  #isDisposed = false;

  constructor(options: UploadSummaryPagesOptions) {
    this.#options = options;
  }

  /** Resolves once the user has closed the notification or chosen its action. */
  async show(summary: Summary): Promise<void> {
    const view = new UploadSummary(summary, this.#options);
    const retry = { title: buttonText(l10n.t('Retry Failed…')) };
    const page = { title: buttonText(l10n.t('Show Summary')) };
    const notify = view.acceptedCount === view.count ? showInformation : showWarning;
    const chosen = await notify(notificationText(view.message, 500), ...(view.canRetry ? [retry, page] : [page]));
    if (this.#isDisposed) {
      // The demo was started or left since.
      return;
    }
    if (chosen === retry && view.canRetry) {
      await view.retry();
    } else if (chosen !== undefined) {
      // Also when the user chose to retry, but the page has already retried everything in the meantime.
      this.#showPage(view);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#open.dispose();
  }

  /** Opens the page in an editor tab, which isn't restored after a reload. */
  #showPage(view: UploadSummary): void {
    const { distFolder, tracker, report } = this.#options;
    const title = titleText(l10n.t('Upload Summary'));
    const page = new LivePage<MessageToPage, MessageFromPage>(
      createPanel('dataConnections.uploadSummary', title, ViewColumn.Active),
      {
        name: 'summaryPage',
        distFolder,
        messageToPage,
        readMessageFromPage,
        report,
        title: () => title,
        show: () => ({ kind: 'show', model: view.model }),
        act: async (message) => {
          try {
            await (message.kind === 'retry' ? view.retry() : view.openJob(message.index));
          } finally {
            page.draw();
          }
        },
      },
    );
    this.#open.add(page);
    const changes = tracker.onDidChange(() => page.draw());
    page.onDidClose(() => {
      changes.dispose();
      this.#open.remove(page);
    });
  }
}
