import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { durationText } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { currentStep, jobDurationMs, stepDurationMs, stepState } from '../../jobs/history/jobSteps.ts';
import type { StepState } from '../../jobs/history/jobSteps.ts';
import { MAX_RUN_DAYS } from '../../jobs/polling/lostJobs.ts';
import { awaitsSignIn, isRunning, jobEndedAt, jobState } from '../../model/job.ts';
import type { Job, JobState } from '../../model/job.ts';
import { failedStep, isKnownStatus, isSpecificFailure, phaseOf } from '../../model/jobStatus.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import { clockText, numberText } from './valueText.ts';

/**
 * The name of a job: its connection, preceded by the file if one was uploaded, or its ID if the connection is not known.
 *
 * @param folder that of the file, if the name has it; '' otherwise.
 */
export function jobName(job: Job, folder = ''): string {
  const target = jobTargetName(job);
  if (job.source === undefined) {
    return target;
  }
  const file = plainText(job.source.name);
  return l10n.t('{0} → {1}', folder === '' ? file : l10n.t('{0} ({1})', file, folder), target);
}

/** The name of a job's connection, or its ID, or that of the job if the connection is not known. */
export function jobTargetName({ entityName, entityId, syncId }: Job): string {
  return plainText(entityName) || plainText(entityId) || plainText(syncId);
}

/** A job's state. A status of the service that is unknown, or more specific than our states, is shown unchanged. */
export function jobStateText(job: Job): string {
  const state = jobState(job);
  if (state === 'lost') {
    return lostText(job);
  }
  return job.status ? stateText(state, job.status.status) : l10n.t('started');
}

/** Why a job is no longer polled. */
function lostText({ lostReason }: Job): string {
  switch (lostReason) {
    case 'refused':
      return l10n.t('no longer watched (the service denies access to its status)');
    case 'noStatus':
      return l10n.t('no longer watched (the service returns no status)');
    case 'tooOld':
      return l10n.t('no longer watched (not finished after {0} days)', MAX_RUN_DAYS);
    case undefined:
      return l10n.t('not found by the service');
  }
}

/** For a job whose end is known only from the list of connections: what is missing. '' for any other. */
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

/** Whether the state's icon shows as much as its text. */
function isIconSufficient(job: Job): boolean {
  const state = jobState(job);
  return job.status !== undefined && state !== 'lost' && isPlainState(state, job.status.status);
}

export function stepStateText(job: Job, step: JobStep): string {
  return stateText(stepState(job, step), step.status);
}

export function stepName(step: JobStep): string {
  return plainText(step.name, 60) || l10n.t('Unnamed step');
}

/** "Load 1,204": the step that a job is in. */
export function stepText(step: JobStep): string {
  const name = stepName(step);
  return step.count === undefined ? name : `${name} ${numberText(step.count)}`;
}

/** "Extract 1,204 · Load 1,204": the counts of the first steps that reported one; '' if there are none. */
export function countsText(job: Job, maxSteps = 6): string {
  const counted = (job.status?.steps ?? []).filter((step) => step.count !== undefined);
  return counted.slice(0, maxSteps).map(stepText).join(' · ');
}

/**
 * The description beside a job's name: its step and elapsed time, or when it ended; then the service's sentence, and whether it was started
 * elsewhere.
 *
 * @param usualMs how long such a job usually takes, if known.
 */
export function jobDescription(job: Job, now: EpochMs, usualMs?: number): string {
  const duration = jobDurationMs(job, now);
  const timeText = duration === undefined ? '' : durationText(duration);
  return descriptionText(
    job,
    isRunning(job) ? runningParts(job, timeText, now, usualMs) : endedParts(job, timeText, now),
  );
}

/** Like `jobDescription`, but independent of the current time: a running job has its start time instead of a duration. */
function lastingDescription(job: Job, now: EpochMs, usualMs?: number): string {
  return isRunning(job)
    ? descriptionText(job, runningParts(job, sinceText(job, now), now, usualMs))
    : jobDescription(job, now, usualMs);
}

/** "since 9:15 AM": when a running job was started. */
export function sinceText(job: Job, now: EpochMs): string {
  return l10n.t('since {0}', clockText(now - (jobDurationMs(job, now) ?? 0), now));
}

function descriptionText(job: Job, parts: readonly string[]): string {
  const origin = job.origin === 'adopted' ? l10n.t('started elsewhere') : '';
  return [isIconSufficient(job) ? '' : jobStateText(job), ...parts, origin].filter(Boolean).join(' · ');
}

/** "usually 40 s"; '' if the usual duration is unknown. */
export function usualText(usualMs: number | undefined): string {
  return usualMs === undefined ? '' : l10n.t('usually {0}', durationText(usualMs));
}

/** State and description, for places without an icon. */
export function jobStatusText(job: Job, now: EpochMs, usualMs?: number): string {
  return withState(job, jobDescription(job, now, usualMs));
}

/** Like `jobStatusText`, but independent of the current time. */
export function lastingJobStatusText(job: Job, now: EpochMs, usualMs?: number): string {
  return withState(job, lastingDescription(job, now, usualMs));
}

function withState(job: Job, description: string): string {
  return [isIconSufficient(job) ? jobStateText(job) : '', description].filter(Boolean).join(' · ');
}

/** The description beside a step's name, without a state that the icon shows, with the service's sentence last. */
export function stepDescription(job: Job, step: JobStep, now: EpochMs): string {
  return stepParts(job, step, stepDurationMs(job, step, now));
}

function stepParts(job: Job, step: JobStep, durationMs: number | undefined): string {
  const parts = [
    isPlainState(stepState(job, step), step.status) ? '' : plainText(step.status, 60),
    step.count === undefined ? '' : numberText(step.count),
    durationMs === undefined ? '' : durationText(durationMs),
    plainText(step.message),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** State and description of a step, for places without an icon. */
export function stepStatusText(job: Job, step: JobStep, now: EpochMs): string {
  return withStepState(job, step, stepDescription(job, step, now));
}

/** Like `stepStatusText`, but independent of the current time: without the duration of a running step. */
export function lastingStepStatusText(job: Job, step: JobStep, now: EpochMs): string {
  const isOver = step.completedAt !== undefined || !isRunning(job);
  return withStepState(job, step, stepParts(job, step, isOver ? stepDurationMs(job, step, now) : undefined));
}

function withStepState(job: Job, step: JobStep, description: string): string {
  const state = isPlainState(stepState(job, step), step.status) ? stepStateText(job, step) : '';
  return [state, description].filter(Boolean).join(' · ');
}

/** The service's message about a failure; '' if there is none. That of the failed step is the most specific. A status of success has no other. */
export function failureMessage(job: Job, maxLength = 200): string {
  const { status } = job;
  const ofJob =
    status === undefined || phaseOf(status) === 'succeeded' ? [] : [status.message, currentStep(job)?.message];
  const messages = [status && failedStep(status)?.message, ...ofJob];
  return messages.map((message) => plainText(message ?? '', maxLength)).find(Boolean) ?? '';
}

/** The age of the shown response if a later poll failed; '' if none did. */
function lastResponseText({ failure, receivedAt }: Job, now: EpochMs): string {
  if (failure === undefined) {
    return '';
  }
  return receivedAt === undefined ? l10n.t('no response yet') : l10n.t('last updated {0}', clockText(receivedAt, now));
}

/** In place of a duration, while the service does not accept the account's secret. */
export function awaitsSignInText(): string {
  return l10n.t('not watched until you sign in again');
}

function runningParts(job: Job, timeText: string, now: EpochMs, usualMs: number | undefined): string[] {
  const step = currentStep(job);
  const message = step ? '' : plainText(job.status?.message ?? job.startMessage);
  // How long it runs is not known while it is not polled.
  const times = awaitsSignIn(job) ? [awaitsSignInText()] : [timeText, usualText(usualMs)];
  return [step ? stepText(step) : '', ...times, lastResponseText(job, now), message];
}

function endedParts(job: Job, timeText: string, now: EpochMs): string[] {
  const reason = jobState(job) === 'failed' ? failureMessage(job) : '';
  // In a narrow view, the time is what tells several uploads of the same file apart, and the reason what a user looks for first.
  return [clockText(jobEndedAt(job), now), reason, countsText(job), timeText, missingDetailsText(job)];
}

function stateText(state: Exclude<JobState, 'lost'> | StepState, status: string): string {
  switch (state) {
    case 'running':
      return isKnownStatus(status) || plainText(status) === '' ? l10n.t('running') : plainText(status, 60);
    case 'succeeded':
      return l10n.t('completed');
    case 'failed':
      return isSpecificFailure(status) ? plainText(status, 60) : l10n.t('failed');
    case 'finished':
      return plainText(status, 60) || l10n.t('ended');
    case 'waiting':
      return plainText(status, 60) || l10n.t('not started');
    case 'stopped':
      return l10n.t('not finished');
  }
}

/** Whether a status of the service says no more than its state. An unknown one says more. */
function isPlainState(state: JobState | StepState, status: string): boolean {
  return state === 'failed' ? !isSpecificFailure(status) : state !== 'finished' && isKnownStatus(status);
}

/** `job.failed.sync`: the state (or `retried`) and the kind, by which the `when` clauses of the manifest choose a row's commands. */
export function jobContextValue(job: Job): string {
  return `job.${job.isRetried === true ? 'retried' : jobState(job)}.${job.kind}`;
}

export function jobKindText({ kind, origin }: Job): string {
  const what = kind === 'upload' ? l10n.t('upload') : l10n.t('sync');
  return origin === 'adopted' ? l10n.t('{0}, started elsewhere', what) : what;
}
