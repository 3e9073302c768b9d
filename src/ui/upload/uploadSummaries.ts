import { l10n } from 'vscode';
import type { Uri } from 'vscode';
import { fileOutcomes, outcomeState } from '../../app/upload/fileOutcomes.ts';
import type { FileOutcome } from '../../app/upload/fileOutcomes.ts';
import type { UploadNotice } from '../../app/upload/uploadPrompts.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { plainText } from '../../base/displayText.ts';
import type { Disposable } from '../../base/disposable.ts';
import { buttonText, notificationText, titleText } from '../../base/sinkText.ts';
import type { Account } from '../../model/account.ts';
import { failureMessage, jobStateText } from '../format/jobText.ts';
import { numberText } from '../format/valueText.ts';
import type { SummaryModel } from '../summaryPage/messages.ts';
import { SummaryPanel } from '../summaryPage/summaryPanel.ts';
import { showInformation, showWarning } from '../window/notifications.ts';
import { accountFacts } from './planText.ts';
import { skippedText } from './uploadErrorText.ts';
import { resultText, summaryLines } from './uploadNotices.ts';

type Summary = Extract<UploadNotice, { kind: 'summary' }>;

interface UploadSummariesOptions {
  readonly jobs: Pick<JobTracker, 'find' | 'onDidChange' | 'markRetried'>;
  /** The folder of the page's script and style. */
  readonly distFolder: Uri;
  /** The account that is signed in. */
  readonly account: () => Account | undefined;
  /** Uploads files again after a review. Resolves to the URIs of those that the service accepted. */
  readonly repeat: (
    files: readonly FileOutcome[],
    all: readonly FileOutcome[],
    accountId: string,
  ) => Promise<readonly string[]>;
  /** Opens the page of a job. */
  readonly openJob: (syncId: string) => Promise<void>;
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
    const repeat = { title: buttonText(l10n.t('Retry Failed…')), act: (): unknown => view.repeat() };
    const page = {
      title: buttonText(l10n.t('Show Summary')),
      act: (): unknown => {
        this.#showPage(view);
        return undefined;
      },
    };
    const notify = view.acceptedCount === view.count ? showInformation : showWarning;
    const actions = view.canRepeat ? [repeat, page] : [page];
    const chosen = await notify<(typeof actions)[number]>(notificationText(view.message, 500), ...actions);
    await chosen?.act();
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

/** What is shown of one upload, as it is now. */
class SummaryView {
  readonly #summary: Summary;
  readonly #account: Account | undefined;
  readonly #options: UploadSummariesOptions;
  readonly #repeated = new Set<string>();

  constructor(summary: Summary, account: Account | undefined, options: UploadSummariesOptions) {
    this.#summary = summary;
    this.#account = account;
    this.#options = options;
  }

  get acceptedCount(): number {
    return this.#summary.results.filter(({ kind }) => kind === 'started').length;
  }

  get count(): number {
    return this.#summary.plans.length + this.#summary.skipped.length;
  }

  get canRepeat(): boolean {
    return this.#outcomes.some(({ isRepeatable }) => isRepeatable);
  }

  /** How many were accepted, and the first that was not. */
  get message(): string {
    const firstBad = summaryLines(this.#summary).find((_, index) => this.#summary.results[index]?.kind !== 'started');
    return [this.#title, ...(firstBad === undefined ? [] : [firstBad])].join(' ');
  }

  get model(): SummaryModel {
    const outcomes = this.#outcomes;
    const repeatable = outcomes.filter(({ isRepeatable }) => isRepeatable).length;
    return {
      title: this.#title,
      account: this.#account === undefined ? [] : [...accountFacts(this.#account)],
      labels: {
        files: l10n.t('Files'),
        file: l10n.t('File'),
        connection: l10n.t('Connection'),
        rows: l10n.t('Rows'),
        outcome: l10n.t('Outcome'),
        openJob: l10n.t('Open Job'),
        repeat:
          repeatable === 0
            ? ''
            : repeatable === 1
              ? l10n.t('Retry 1 File…')
              : l10n.t('Retry {0} Files…', numberText(repeatable)),
      },
      files: outcomes.map((outcome) => ({
        name: outcome.name,
        target: outcome.kind === 'planned' ? outcome.plan.target.name : '',
        rows: outcome.kind === 'planned' ? numberText((outcome.plan.sent ?? outcome.plan.check).rows) : '',
        state: outcomeState(outcome),
        outcome: this.#repeated.has(outcome.source)
          ? l10n.t('{0} · uploaded again', outcomeText(outcome))
          : outcomeText(outcome),
        syncId: outcome.kind === 'planned' ? (outcome.job?.syncId ?? '') : '',
      })),
    };
  }

  async repeat(): Promise<void> {
    const outcomes = this.#outcomes;
    const files = outcomes.filter(({ isRepeatable }) => isRepeatable);
    const accepted = await this.#options.repeat(files, outcomes, this.#account?.id ?? '');
    const again = files.filter(({ source }) => accepted.includes(source));
    again.forEach(({ source }) => this.#repeated.add(source));
    this.#options.jobs.markRetried(
      again.flatMap((outcome) => (outcome.kind === 'planned' ? (outcome.job?.syncId ?? []) : [])),
    );
  }

  async openJob(index: number): Promise<void> {
    const outcome = this.#outcomes[index];
    if (outcome?.kind === 'planned' && outcome.job !== undefined) {
      await this.#options.openJob(outcome.job.syncId);
    }
  }

  get #title(): string {
    return l10n.t('{0} of {1} files were accepted.', numberText(this.acceptedCount), numberText(this.count));
  }

  get #outcomes(): readonly FileOutcome[] {
    const { jobs } = this.#options;
    return fileOutcomes(
      this.#summary,
      (syncId) => jobs.find(syncId),
      (source) => this.#repeated.has(source),
    );
  }
}

function outcomeText(outcome: FileOutcome): string {
  if (outcome.kind === 'skipped') {
    return skippedText(outcome.file);
  }
  const { job, result, name } = outcome;
  if (job === undefined) {
    return resultText(result, name);
  }
  const reason = outcomeState(outcome) === 'failed' ? failureMessage(job) : '';
  return reason === '' ? jobStateText(job) : l10n.t('{0}: {1}', jobStateText(job), plainText(reason));
}
