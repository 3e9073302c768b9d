import { ThemeColor, ThemeIcon, l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { durationText } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { currentStep, failedStep, jobDurationMs, stepDurationMs, stepState } from '../../jobs/history/jobSteps.ts';
import type { StepState } from '../../jobs/history/jobSteps.ts';
import { LONGEST_RUN_DAYS } from '../../jobs/polling/giveUp.ts';
import { isRunning, jobEndedAt, jobState } from '../../model/job.ts';
import type { Job, JobState, UploadSource } from '../../model/job.ts';
import { isKnownStatus, isPlainFailure } from '../../model/jobStatus.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import { clockText, numberText } from './valueText.ts';

/** What a job is called: its connection, with the file before it where one was uploaded. */
export function jobName(job: Job): string {
  const target = plainText(job.entityName) || plainText(job.entityId);
  return job.source ? l10n.t('{0} → {1}', plainText(job.source.name), target) : target;
}

export function stateIcon(state: JobState | StepState): ThemeIcon {
  switch (state) {
    case 'running':
      return new ThemeIcon('sync~spin', new ThemeColor('charts.blue'));
    case 'succeeded':
      return new ThemeIcon('pass', new ThemeColor('charts.green'));
    case 'failed':
      return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
    case 'finished':
      return new ThemeIcon('circle-large-filled', new ThemeColor('descriptionForeground'));
    case 'lost':
      return new ThemeIcon('question', new ThemeColor('list.warningForeground'));
    case 'waiting':
      return new ThemeIcon('circle-large-outline', new ThemeColor('descriptionForeground'));
    case 'stopped':
      return new ThemeIcon('debug-stop', new ThemeColor('descriptionForeground'));
  }
}

/** A job's state in words. A word of the service that we don't know, or that says more than ours, is shown as it is. */
export function jobStateText(job: Job): string {
  const state = jobState(job);
  if (state === 'lost') {
    return lostText(job);
  }
  return job.status ? stateText(state, job.status.status) : l10n.t('started');
}

/** Why a job is no longer followed. */
function lostText({ lostReason }: Job): string {
  switch (lostReason) {
    case 'refused':
      return l10n.t('no longer watched: the service denies access to its status');
    case 'noStatus':
      return l10n.t('no longer watched: the service returns no status');
    case 'tooOld':
      return l10n.t('no longer watched: still running after {0} days', LONGEST_RUN_DAYS);
    case undefined:
      return l10n.t('not found by the service');
  }
}

/** In a row, what is missing of a job whose end only the list of connections has told; '' of any other. */
export function missingDetailsText({ listedEnd }: Job): string {
  switch (listedEnd) {
    case 'pending':
      return l10n.t('loading details');
    case 'only':
      return l10n.t('no details available');
    case 'refuted':
    case undefined:
      return '';
  }
}

/** Whether the icon says all that the words would. */
function isSaidByIcon(job: Job): boolean {
  const state = jobState(job);
  return job.status !== undefined && state !== 'lost' && isPlainState(state, job.status.status);
}

export function stepStateText(job: Job, step: JobStep): string {
  return stateText(stepState(job, step), step.status);
}

export function stepName(step: JobStep): string {
  return plainText(step.name, 60) || l10n.t('Unnamed step');
}

/** "Load 1,204": where a job is. */
export function stepText(step: JobStep): string {
  const name = stepName(step);
  return step.count === undefined ? name : `${name} ${numberText(step.count)}`;
}

/** "Extract 1,204 · Load 1,204": what the steps reported; '' where none counted anything. */
export function countsText(job: Job): string {
  const counted = (job.status?.steps ?? []).filter((step) => step.count !== undefined);
  return counted.slice(0, 6).map(stepText).join(' · ');
}

/**
 * What stands beside a job's name: where it is and for how long, or how it ended and when. `usualMs` is how long such a
 * job usually takes, where that is known.
 */
export function jobDescription(job: Job, now: EpochMs, usualMs?: number): string {
  const duration = jobDurationMs(job, now);
  const parts = [
    job.origin === 'adopted' ? l10n.t('started elsewhere') : '',
    isSaidByIcon(job) ? '' : jobStateText(job),
    ...(isRunning(job) ? runningParts(job, now) : endedParts(job, now)),
    duration === undefined ? '' : durationText(duration),
    isRunning(job) ? usualText(usualMs) : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** "usually 40 s"; '' where too little is known. */
export function usualText(usualMs: number | undefined): string {
  return usualMs === undefined ? '' : l10n.t('usually {0}', durationText(usualMs));
}

/** State and description, for where no icon says the state. */
export function jobInWords(job: Job, now: EpochMs, usualMs?: number): string {
  return [isSaidByIcon(job) ? jobStateText(job) : '', jobDescription(job, now, usualMs)].filter(Boolean).join(' · ');
}

/** What stands beside a step's name. The icon has said the state, unless the service has its own word for it. */
export function stepDescription(job: Job, step: JobStep, now: EpochMs): string {
  const duration = stepDurationMs(job, step, now);
  const parts = [
    isPlainState(stepState(job, step), step.status) ? '' : plainText(step.status, 60),
    step.count === undefined ? '' : numberText(step.count),
    plainText(step.message),
    duration === undefined ? '' : durationText(duration),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** State and description of a step, for where no icon says the state. */
export function stepInWords(job: Job, step: JobStep, now: EpochMs): string {
  const state = isPlainState(stepState(job, step), step.status) ? stepStateText(job, step) : '';
  return [state, stepDescription(job, step, now)].filter(Boolean).join(' · ');
}

/** What the service said about how a job went wrong; '' where it said nothing. */
export function failureMessage(job: Job, maxLength = 200): string {
  return plainText(job.status?.message ?? '', maxLength) || plainText(failedStep(job)?.message ?? '', maxLength);
}

/** How old the answer is that the row shows, where a later question failed; '' where none did. */
function lastAnswerText({ failure, answeredAt }: Job, now: EpochMs): string {
  if (failure === undefined) {
    return '';
  }
  return answeredAt === undefined ? l10n.t('no response yet') : l10n.t('last response {0}', clockText(answeredAt, now));
}

function runningParts(job: Job, now: EpochMs): string[] {
  const step = currentStep(job);
  return [step ? stepText(step) : plainText(job.status?.message ?? job.startMessage), lastAnswerText(job, now)];
}

function endedParts(job: Job, now: EpochMs): string[] {
  const message = jobState(job) === 'failed' ? failureMessage(job) : countsText(job);
  return [message, missingDetailsText(job), clockText(jobEndedAt(job), now)];
}

function stateText(state: JobState | StepState, word: string): string {
  switch (state) {
    case 'running':
      return isKnownStatus(word) || plainText(word) === '' ? l10n.t('running') : plainText(word, 60);
    case 'succeeded':
      return l10n.t('completed');
    case 'failed':
      return isPlainFailure(word) ? l10n.t('failed') : plainText(word, 60);
    case 'finished':
      return plainText(word, 60) || l10n.t('ended');
    case 'waiting':
      return plainText(word, 60) || l10n.t('not started');
    case 'stopped':
      return l10n.t('not finished');
    case 'lost':
      return l10n.t('not found by the service');
  }
}

/** A known word that says no more than its state. Any unknown one does. */
function isPlainState(state: JobState | StepState, word: string): boolean {
  return state === 'failed' ? isPlainFailure(word) : state !== 'finished' && isKnownStatus(word);
}

/** `job.failed.sync`: the state and the kind, by which the manifest decides what may be done with a row. */
export function jobContextValue(job: Job): string {
  return `job.${jobState(job)}.${job.kind}`;
}

export function jobKindText({ kind, origin }: Job): string {
  const what = kind === 'upload' ? l10n.t('upload') : l10n.t('sync');
  return origin === 'adopted' ? l10n.t('{0}, started elsewhere', what) : what;
}

/** "ledger.csv, 1,204 rows, 80,112 bytes". */
export function sourceText({ name, rows, byteLength }: UploadSource, { withName = true } = {}): string {
  const parts = [
    withName ? plainText(name) : '',
    rows === undefined ? '' : l10n.t('{0} rows', numberText(rows)),
    l10n.t('{0} bytes', numberText(byteLength)),
  ];
  return parts.filter(Boolean).join(', ');
}
