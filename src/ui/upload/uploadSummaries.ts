import { l10n } from 'vscode';
import type { Uri } from 'vscode';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import type { Disposable } from '../../base/disposable.ts';
import { buttonText, notificationText, titleText } from '../../base/sinkText.ts';
import type { Account } from '../../model/account.ts';
import { SummaryPanel } from '../summaryPage/summaryPanel.ts';
import { showInformation, showWarning } from '../window/notifications.ts';
import { SummaryView } from './summaryView.ts';
import type { Summary, SummaryViewOptions } from './summaryView.ts';

interface UploadSummariesOptions extends SummaryViewOptions {
  readonly jobs: SummaryViewOptions['jobs'] & Pick<JobTracker, 'onDidChange'>;
  /** The folder of the page's script and style. */
  readonly distFolder: Uri;
  /** The account that is signed in. */
  readonly account: () => Account | undefined;
  readonly report: (error: unknown) => void;
}

/** Shows what became of several files: a notification, and a page that follows their jobs and repeats what failed. */
export class UploadSummaries implements Disposable {
  readonly #options: UploadSummariesOptions;
  readonly #open = new Set<SummaryPanel>();

  constructor(options: UploadSummariesOptions) {
    this.#options = options;
  }

  /** Resolves once the user has closed the notification or chosen its action. */
  async show(summary: Summary): Promise<void> {
    const account = this.#options.account();
    const view = new SummaryView(summary, account, this.#options);
    const repeat = { title: buttonText(l10n.t('Retry Failed…')) };
    const page = { title: buttonText(l10n.t('Show Summary')) };
    const notify = view.acceptedCount === view.count ? showInformation : showWarning;
    const chosen = await notify(notificationText(view.message, 500), ...(view.canRepeat ? [repeat, page] : [page]));
    if (chosen === repeat && view.canRepeat) {
      await view.repeat();
    } else if (chosen !== undefined) {
      // Also if the page has repeated them meanwhile.
      this.#showPage(view);
    }
  }

  dispose(): void {
    this.#open.forEach((panel) => panel.dispose());
  }

  #showPage(view: SummaryView): void {
    const { distFolder, jobs, report } = this.#options;
    const panel = new SummaryPanel({
      title: titleText(l10n.t('Upload Summary')),
      distFolder,
      model: () => view.model,
      act: (message) => {
        const done = message.kind === 'repeat' ? view.repeat() : view.openJob(message.index);
        done.then(() => panel.draw()).catch(report);
      },
    });
    this.#open.add(panel);
    panel.own(jobs.onDidChange(() => panel.draw()));
    panel.own({ dispose: () => this.#open.delete(panel) });
  }
}
