import { l10n } from 'vscode';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { plainText } from '../../base/displayText.ts';
import { statusBarText } from '../../base/sinkText.ts';
import { isoTime } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { jobEndedAt, isRunning } from '../../model/job.ts';
import type { Job, StatusChange } from '../../model/job.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import { jobKindText, jobStateText, stepName, stepStateText } from '../format/jobText.ts';
import { copyText } from '../window/statusBar.ts';
import { versionFacts } from './environmentFacts.ts';

export interface SupportInfoOptions {
  readonly tracker: Pick<JobTracker, 'history'>;
  /** Hides all secrets that the window knows. */
  readonly redact: (text: string) => string;
}

const MAX_STEPS = 50;
const MAX_STATES = 50;

/** Copies what support needs to find a job. Leaves out the account, and the name, path and content of the file. */
export async function copySupportInfo(job: Job, { tracker, redact }: SupportInfoOptions): Promise<void> {
  const text = redact(supportInfo(job, tracker.history(job.syncId)));
  await copyText(text, statusBarText(l10n.t('Copied the support information.')));
}

function supportInfo(job: Job, history: readonly StatusChange[]): string {
  const { status, source } = job;
  const facts: readonly (readonly [label: string, value: string])[] = [
    [l10n.t('Job'), jobKindText(job)],
    [l10n.t('Sync ID'), job.syncId],
    [l10n.t('Entity ID'), job.entityId],
    [l10n.t('Request ID'), job.requestId ?? ''],
    [l10n.t('Correlation ID'), job.correlationId ?? ''],
    [l10n.t('State'), jobStateText(job)],
    [l10n.t('Status reported by the service'), status?.status ?? ''],
    [l10n.t('Message'), status?.message ?? job.startMessage],
    [l10n.t('Known since'), moment(job.knownSince)],
    [l10n.t('Started'), moment(status?.startedAt)],
    [l10n.t('Ended'), isRunning(job) ? '' : moment(jobEndedAt(job))],
    [l10n.t('Rows sent'), source?.rows === undefined ? '' : String(source.rows)],
    [l10n.t('Bytes sent'), source === undefined ? '' : String(source.byteLength)],
    ...versionFacts(),
  ];
  const steps = (status?.steps ?? []).slice(0, MAX_STEPS).map((step) => stepLine(job, step));
  const states = history.slice(-MAX_STATES).map(stateLine);
  return [
    ...facts.flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${plainText(value, 1000)}`])),
    ...(steps.length === 0 ? [] : ['', l10n.t('Steps'), ...steps]),
    ...(states.length === 0 ? [] : ['', l10n.t('Reported states'), ...states]),
    '',
  ].join('\n');
}

function stepLine(job: Job, step: JobStep): string {
  const times = [step.startedAt, step.completedAt].map((at) => moment(at) || '–').join(' – ');
  const count = step.count === undefined ? [] : [String(step.count)];
  const message = plainText(step.message, 300);
  return `- ${[stepName(step), stepStateText(job, step), ...count, times, message].filter(Boolean).join(' · ')}`;
}

function stateLine({ at, status, step = '', requestId = '' }: StatusChange): string {
  const parts = [moment(at), plainText(status) || l10n.t('accepted'), plainText(step), plainText(requestId, 200)];
  return `- ${parts.filter(Boolean).join(' · ')}`;
}

/** In UTC, as in the logs of the service. '' if unknown. */
function moment(at: EpochMs | undefined): string {
  return isoTime(at) ?? '';
}
