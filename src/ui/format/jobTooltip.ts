import { l10n, Uri } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { monotonicNow } from '../../base/monotonicClock.ts';
import { durationText } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { jobDurationMs, stepDurationMs } from '../../jobs/history/jobSteps.ts';
import type { Job, UploadedSource } from '../../model/job.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import { shownPath } from './pathText.ts';
import { fieldsTooltip } from '../window/tooltip.ts';
import type { Tooltip } from '../window/tooltip.ts';
import { failureSentence } from './failureText.ts';
import { jobKindText, jobName, jobStateText, missingDetailsText, stepName, stepStateText } from './jobText.ts';
import { numberText, pastMomentText, rowsText } from './valueText.ts';

type Field = readonly [label: string, value: string];

/** Everything that is known about a job. Unknown values have no line. */
export function jobTooltip(job: Job, now: EpochMs, usualMs?: number): Tooltip {
  const { status, failure, source, receivedAt, nextPollAt } = job;
  const duration = jobDurationMs(job, now);
  return card(jobName(job), [
    [l10n.t('Type'), jobKindText(job)],
    [l10n.t('State'), [jobStateText(job), missingDetailsText(job)].filter(Boolean).join(' · ')],
    [l10n.t('Status reported by the service'), plainText(status?.status ?? '')],
    [l10n.t('Message'), plainText(status?.message ?? job.startMessage, 500)],
    [l10n.t('File'), source ? `${plainText(pathOf(source), 300)}, ${extentText(source)}` : ''],
    [l10n.t('Duration'), duration === undefined ? '' : durationText(duration)],
    [l10n.t('Usual duration'), usualMs === undefined ? '' : durationText(usualMs)],
    [l10n.t('Started'), moment(status?.startedAt ?? job.knownSince, now)],
    [l10n.t('Ended'), moment(status?.completedAt, now)],
    [l10n.t('Last updated'), moment(receivedAt, now)],
    [l10n.t('Last error'), failure ? failureSentence(failure) : ''],
    [l10n.t('Next check'), nextPollAt === undefined ? '' : nextText(nextPollAt - monotonicNow())],
    [l10n.t('Sync ID'), plainText(job.syncId)],
    [l10n.t('Entity ID'), plainText(job.entityId)],
  ]);
}

export function stepTooltip(job: Job, step: JobStep, now: EpochMs): Tooltip {
  const duration = stepDurationMs(job, step, now);
  return card(stepName(step), [
    [l10n.t('State'), stepStateText(job, step)],
    [l10n.t('Status reported by the service'), plainText(step.status)],
    [l10n.t('Message'), plainText(step.message, 500)],
    [l10n.t('Count'), step.count === undefined ? '' : numberText(step.count)],
    [l10n.t('Duration'), duration === undefined ? '' : durationText(duration)],
    [l10n.t('Started'), moment(step.startedAt, now)],
    [l10n.t('Ended'), moment(step.completedAt, now)],
  ]);
}

function card(title: string, fields: readonly Field[]): Tooltip {
  return fieldsTooltip(
    title,
    fields.filter(([, value]) => value !== ''),
  );
}

function moment(at: EpochMs | undefined, now: EpochMs): string {
  return at === undefined ? '' : pastMomentText(at, now);
}

function nextText(inMs: number): string {
  return inMs <= 0 ? l10n.t('now') : l10n.t('in {0}', durationText(inMs));
}

/** The path of the uploaded file, or its name if it was not recorded where it is. */
function pathOf({ name, uri }: UploadedSource): string {
  return uri === undefined ? name : shownPath(Uri.parse(uri, true));
}

/** "1,204 rows, 80,112 bytes". */
export function extentText({ rows, byteLength }: UploadedSource): string {
  const bytes = byteLength === 1 ? l10n.t('1 byte') : l10n.t('{0} bytes', numberText(byteLength));
  return rows === undefined ? bytes : `${rowsText(rows)}, ${bytes}`;
}
