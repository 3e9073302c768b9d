import { env, l10n } from 'vscode';
import { refersToData } from '../../app/tracking/failureMessages.ts';
import { plainText } from '../../base/displayText.ts';
import type { EpochMs } from '../../base/time.ts';
import { jobDurationMs, stepState } from '../../jobs/history/jobSteps.ts';
import { durationWithStepsMs, stepSpans } from '../../jobs/history/stepSpans.ts';
import type { StepSpan } from '../../jobs/history/stepSpans.ts';
import { runHistory } from '../../jobs/history/runHistory.ts';
import { canRetry, awaitsSignIn, isRunning, jobState } from '../../model/job.ts';
import type { Job, StatusChange } from '../../model/job.ts';
import { pageRuns } from '../format/pageRuns.ts';
import { balanceText, sumsText } from '../format/totalsText.ts';
import { dateTimeText, numberText, pastMomentText } from '../format/valueText.ts';
import { extentText } from '../format/jobTooltip.ts';
import { failureSentence } from '../format/failureText.ts';
import {
  countsText,
  jobKindText,
  jobName,
  jobStateText,
  awaitsSignInText,
  stepName,
  stepStateText,
  usualText,
} from '../format/jobText.ts';
import type { PageLabels, JobModel, PageStep } from './messages.ts';

const MAX_STATES = 200;
const MAX_MESSAGE = 1000;

interface JobModelInput {
  readonly job: Job;
  /** The tracked jobs of its connection. A job that was only looked up is not among them. */
  readonly tracked: readonly Job[];
  /** How long a job like this usually takes, if that is known. */
  readonly usualMs: number | undefined;
  /** The changes of the job's status and step. */
  readonly history: readonly StatusChange[];
  readonly isDemo: boolean;
}

/** Everything that the page shows about a job. */
export function jobModel({ job, tracked, usualMs, history, isDemo }: JobModelInput, now: EpochMs): JobModel {
  const isTracked = tracked.some(({ syncId }) => syncId === job.syncId);
  const state = jobState(job);
  return {
    language: env.language,
    labels: { ...pageLabels(job), ...missingStepsLabel(job) },
    title: jobName(job),
    kind: jobKindText(job),
    state,
    stateText: awaitsSignIn(job) ? `${jobStateText(job)} · ${awaitsSignInText()}` : jobStateText(job),
    message: messageText(job),
    isCounting: isRunning(job) && !awaitsSignIn(job),
    elapsedMs: jobDurationMs(job, now) ?? null,
    reachMs: durationWithStepsMs(job, now),
    usualMs: usualMs ?? null,
    usual: usualText(usualMs),
    canRetry: canRetry(job),
    refersToData: refersToData(job),
    facts: [
      ...(isDemo ? [{ label: l10n.t('Account'), value: l10n.t('Demo with sample data') }] : []),
      ...facts(job, now),
    ],
    ids: ids(job),
    file: job.source
      ? {
          name: plainText(job.source.name),
          details: extentText(job.source),
          canOpen: job.source.uri !== undefined,
        }
      : null,
    steps: stepSpans(job).map((span) => pageStep(job, span)),
    states: history.slice(-MAX_STATES).map(pageState),
    runs: pageRuns(runHistory(isTracked ? tracked : [...tracked, job], job), now, job),
  };
}

function messageText(job: Job): string {
  if (jobState(job) === 'lost') {
    // It says what the job was doing.
    return '';
  }
  switch (job.listedEnd) {
    case 'pending':
      return l10n.t('Found in the list of connections. Loading details…');
    case 'only':
      return l10n.t('Found in the list of connections. The service provides no details.');
    case 'refuted':
    case undefined:
      return plainText(job.status?.message ?? job.startMessage, MAX_MESSAGE);
  }
}

function missingStepsLabel({ listedEnd }: Job): Partial<PageLabels> {
  switch (listedEnd) {
    case 'pending':
      return { noSteps: l10n.t('Loading steps…') };
    case 'only':
      return { noSteps: l10n.t('The steps are not available.') };
    case 'refuted':
    case undefined:
      return {};
  }
}

/** The ids in the order of the page. */
export function ids(job: Job): JobModel['ids'] {
  return [
    { label: l10n.t('Sync ID'), value: job.syncId },
    ...(job.entityId === '' ? [] : [{ label: l10n.t('Entity ID'), value: job.entityId }]),
    ...(job.requestId === undefined ? [] : [{ label: l10n.t('Request ID'), value: job.requestId }]),
  ];
}

function facts(job: Job, now: EpochMs): JobModel['facts'] {
  const { status, failure, receivedAt } = job;
  const moment = (at: EpochMs | undefined): string => (at === undefined ? '' : pastMomentText(at, now));
  const { totals = [], rows } = job.source ?? {};
  const sums = sumsText(totals, rows);
  const all = [
    { label: l10n.t('Started'), value: moment(status?.startedAt ?? job.knownSince) },
    { label: l10n.t('Ended'), value: moment(status?.completedAt) },
    { label: l10n.t('Last updated'), value: isRunning(job) ? moment(receivedAt) : '' },
    { label: l10n.t('Control totals sent'), value: sums },
    { label: l10n.t('Balancing columns'), value: balanceText(totals, rows) },
    { label: l10n.t('Counted by the service'), value: sums === '' ? '' : countsText(job, Infinity) },
    { label: l10n.t('Last error'), value: failure && isRunning(job) ? failureSentence(failure) : '' },
  ];
  return all.filter(({ value }) => value !== '');
}

function pageStep(job: Job, { step, startMs, endMs }: StepSpan): PageStep {
  return {
    name: stepName(step),
    state: stepState(job, step),
    stateText: stepStateText(job, step),
    count: step.count === undefined ? '' : numberText(step.count),
    message: plainText(step.message, MAX_MESSAGE),
    startMs: startMs ?? null,
    endMs: endMs ?? null,
  };
}

function pageState({ at, status, step, requestId }: StatusChange): JobModel['states'][number] {
  return {
    time: dateTimeText(at, { withSeconds: true }),
    status: plainText(status) || l10n.t('accepted'),
    step: plainText(step ?? ''),
    requestId: plainText(requestId ?? ''),
  };
}

/** The page's fixed texts. The page itself has no access to translations. */
function pageLabels({ kind }: Job): PageLabels {
  return {
    copied: l10n.t('Copied {0}.'),
    copy: l10n.t('Copy {0}'),
    count: l10n.t('Count'),
    counts: l10n.t('Count per run'),
    countsOfRuns: l10n.t('Bar chart of the count of each run. The table below shows the same data.'),
    duration: l10n.t('Duration'),
    durations: l10n.t('Duration per run'),
    durationsOfRuns: l10n.t('Bar chart of the duration of each run. The table below shows the same data.'),
    failed: l10n.t('failed'),
    file: l10n.t('File'),
    history: l10n.t('History'),
    ids: l10n.t('IDs'),
    message: l10n.t('Message'),
    noHistory: l10n.t('No other runs of this connection are known.'),
    noSteps: l10n.t('The service has not reported any steps yet.'),
    openFile: l10n.t('Open “{0}”'),
    openRun: l10n.t('Open job from {0}'),
    outcome: l10n.t('Outcome'),
    requestId: l10n.t('Request ID'),
    retry: kind === 'sync' ? l10n.t('Retry Sync') : l10n.t('Retry Upload…'),
    showInFile: l10n.t('Show in File'),
    showAsTable: l10n.t('Show as Table'),
    started: l10n.t('Started'),
    state: l10n.t('State'),
    states: l10n.t('Reported states'),
    step: l10n.t('Step'),
    steps: l10n.t('Steps'),
    stepsPicture: l10n.t('Timeline of the steps. The table below shows the same data.'),
    thisRun: l10n.t('this job'),
    time: l10n.t('Time'),
  };
}
