import { l10n } from 'vscode';
import { fileOutcomes, outcomeState, withRetries } from '../../app/upload/fileOutcomes.ts';
import type { FileOutcome, OutcomeState } from '../../app/upload/fileOutcomes.ts';
import { checkOfSentData } from '../../app/upload/uploadPlan.ts';
import type { UploadNotice } from '../../app/upload/uploadPrompts.ts';
import type { UploadOutcome } from '../../app/upload/uploadRequest.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { plainText } from '../../base/displayText.ts';
import { accountFacts } from '../format/accountText.ts';
import { failureMessage, jobStateText } from '../format/jobText.ts';
import { numberText } from '../format/valueText.ts';
import type { SummaryModel } from '../summaryPage/messages.ts';
import { fileLabels } from './fileLabels.ts';
import { throwUnreportedFailure } from './startedUploads.ts';
import { skippedText } from './uploadErrorText.ts';
import { resultText, summaryLines } from './uploadNotices.ts';

export type Summary = Extract<UploadNotice, { kind: 'summary' }>;

export interface UploadSummaryOptions {
  readonly tracker: Pick<JobTracker, 'jobs' | 'findLookedUp' | 'markRetried'>;
  /** Uploads files again after a review. */
  readonly retry: (
    files: readonly FileOutcome[],
    all: readonly FileOutcome[],
    summary: Pick<Summary, 'account' | 'entityId'>,
  ) => Promise<UploadOutcome>;
  /** Opens the page of a job. */
  readonly openJob: (syncId: string) => Promise<void>;
}

/** Provides what to show about the upload of several files, with the current state of their jobs. */
export class UploadSummary {
  /** With the latest result of each file. */
  #summary: Summary;
  readonly #options: UploadSummaryOptions;
  #isRetrying = false;

  constructor(summary: Summary, options: UploadSummaryOptions) {
    this.#summary = summary;
    this.#options = options;
  }

  /** How many files were accepted, at first or when they were uploaded again. */
  get acceptedCount(): number {
    return this.#summary.results.filter(({ kind }) => kind === 'started').length;
  }

  get count(): number {
    return this.#summary.plans.length + this.#summary.skipped.length;
  }

  get canRetry(): boolean {
    return this.#outcomes.some(({ canRetry }) => canRetry);
  }

  /** How many files were accepted, and the first one that was not. */
  get message(): string {
    const firstNotAccepted = summaryLines(this.#summary).find(
      (_, index) => this.#summary.results[index]?.kind !== 'started',
    );
    return [this.#title, ...(firstNotAccepted === undefined ? [] : [firstNotAccepted])].join(' ');
  }

  get model(): SummaryModel {
    const { account } = this.#summary;
    const outcomes = this.#outcomes;
    const label = fileLabels(outcomes);
    return {
      title: this.#title,
      completed: completedText(outcomes),
      account: account === undefined ? [] : [...accountFacts(account)],
      labels: {
        files: l10n.t('Files'),
        file: l10n.t('File'),
        connection: l10n.t('Connection'),
        rows: l10n.t('Rows'),
        outcome: l10n.t('Outcome'),
        openJob: l10n.t('Open Job'),
        // The same as in the notification.
        retry: outcomes.some(({ canRetry }) => canRetry) ? l10n.t('Retry Failed…') : '',
      },
      files: outcomes.map((outcome) => ({
        name: label(outcome),
        target: outcome.kind === 'planned' ? outcome.plan.target.name : '',
        rows: outcome.kind === 'planned' ? numberText(checkOfSentData(outcome.plan).rows) : '',
        state: outcomeState(outcome),
        outcome: fileOutcomeText(outcome),
        syncId: outcome.kind === 'planned' ? (outcome.job?.syncId ?? '') : '',
      })),
    };
  }

  /** Uploads the files again whose upload can be retried. Does nothing while a retry is already in progress. */
  async retry(): Promise<void> {
    if (this.#isRetrying) {
      return;
    }
    this.#isRetrying = true;
    try {
      await this.#retryNow();
    } finally {
      this.#isRetrying = false;
    }
  }

  async openJob(index: number): Promise<void> {
    const outcome = this.#outcomes[index];
    if (outcome?.kind === 'planned' && outcome.job !== undefined) {
      await this.#options.openJob(outcome.job.syncId);
    }
  }

  async #retryNow(): Promise<void> {
    const outcomes = this.#outcomes;
    const files = outcomes.filter(({ canRetry }) => canRetry);
    const retried = await this.#options.retry(files, outcomes, this.#summary);
    if (retried.kind === 'sent') {
      const { plans, results } = retried;
      const accepted = new Set(plans.flatMap(({ input }, at) => (results[at]?.kind === 'started' ? input.uri : [])));
      this.#options.tracker.markRetried(
        files.flatMap((file) => (file.kind === 'planned' && accepted.has(file.uri) ? (file.job ?? []) : [])),
      );
      this.#summary = withRetries(this.#summary, retried);
    }
    throwUnreportedFailure(retried);
  }

  get #title(): string {
    return this.acceptedCount === 1
      ? l10n.t('1 of {0} files was accepted.', numberText(this.count))
      : l10n.t('{0} of {1} files were accepted.', numberText(this.acceptedCount), numberText(this.count));
  }

  get #outcomes(): readonly FileOutcome[] {
    const { tracker } = this.#options;
    // Read once for all files, because each read queries the database for changes by other windows.
    const { jobs } = tracker;
    return fileOutcomes(this.#summary, (syncId) => jobs.find(syncId) ?? tracker.findLookedUp(syncId));
  }
}

/** How many of the accepted uploads have completed, once all have ended, so that screen readers announce it once; until then ''. */
function completedText(outcomes: readonly FileOutcome[]): string {
  const accepted = outcomes.filter((outcome) => outcome.kind === 'planned' && outcome.result.kind === 'started');
  const states = accepted.map(outcomeState);
  const count = (state: OutcomeState): number => states.filter((other) => other === state).length;
  if (states.length < 2 || count('waiting') + count('running') > 0) {
    return '';
  }
  const [all, completed] = [numberText(states.length), numberText(count('succeeded'))];
  return count('failed') === 0
    ? l10n.t('{0} of {1} uploads completed.', completed, all)
    : l10n.t('{0} of {1} uploads completed, {2} failed.', completed, all, numberText(count('failed')));
}

function fileOutcomeText(outcome: FileOutcome): string {
  if (outcome.kind === 'skipped') {
    return skippedText(outcome.file);
  }
  const { job, result, name } = outcome;
  if (job === undefined) {
    return resultText(result, name);
  }
  const reason = outcomeState(outcome) === 'failed' ? failureMessage(job) : '';
  const text = reason === '' ? jobStateText(job) : l10n.t('{0}: {1}', jobStateText(job), plainText(reason));
  return job.isRetried === true ? l10n.t('{0} · uploaded again', text) : text;
}
