import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { MAX_RUN_DAYS } from '../../jobs/polling/lostJobs.ts';
import { jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { countsText, failureMessage, jobName, stepText } from './jobText.ts';
import { listText, numberText } from './valueText.ts';

/** How many names are listed. The others are only counted. */
const MAX_NAMES = 3;

/** How a job ended, in one or two short sentences. */
export function outcomeText(job: Job): string {
  switch (jobState(job)) {
    case 'failed':
      return failedText(job);
    case 'lost':
      return lostOutcomeText(job);
    case 'succeeded':
      return job.kind === 'upload' ? loadedText(job) : syncedText(job);
    case 'finished':
    case 'running':
      return endedText(job);
  }
}

/** How the jobs of a batch ended: how many completed, and which did not. */
export function batchOutcomeText(jobs: readonly Job[]): string {
  const failed = jobs.filter((job) => jobState(job) === 'failed');
  const completed = jobs.filter((job) => jobState(job) === 'succeeded');
  const unknown = jobs.length - failed.length - completed.length;
  return [
    completedText(completed.length, jobs),
    ...(unknown === 0
      ? []
      : [unknown === 1 ? l10n.t('1 outcome is unknown.') : l10n.t('{0} outcomes are unknown.', numberText(unknown))]),
    // Last, because it ends with names or a message of the service, without a period.
    ...(failed.length === 0 ? [] : [failuresText(failed)]),
  ].join(' ');
}

function completedText(completed: number, jobs: readonly Job[]): string {
  const count = jobs.length;
  if (jobs.every(({ kind }) => kind === 'sync')) {
    return completed === count
      ? l10n.t('{0} syncs completed.', numberText(count))
      : l10n.t('{0} of {1} syncs completed.', numberText(completed), numberText(count));
  }
  return completed === count
    ? l10n.t('{0} uploads completed.', numberText(count))
    : l10n.t('{0} of {1} uploads completed.', numberText(completed), numberText(count));
}

function failuresText(failed: readonly Job[]): string {
  const [first, ...others] = failed;
  if (first && others.length === 0) {
    const message = failureMessage(first, 200);
    return message === ''
      ? l10n.t('1 failed: {0}', shortName(first))
      : l10n.t('1 failed: {0} ({1})', shortName(first), message);
  }
  const names = failed.slice(0, MAX_NAMES).map(shortName);
  const more = failed.length - names.length;
  const listed = listText(names);
  return more === 0
    ? l10n.t('{0} failed: {1}', numberText(failed.length), listed)
    : l10n.t('{0} failed: {1}, and {2} more', numberText(failed.length), listed, numberText(more));
}

function failedText(job: Job): string {
  const message = failureMessage(job, 300);
  const target = targetName(job);
  if (job.kind === 'sync') {
    const what = l10n.t('Sync of “{0}” failed.', target);
    return message === '' || repeats(message, what)
      ? message || what
      : l10n.t('Sync of “{0}” failed: {1}', target, message);
  }
  if (!job.source) {
    return message === ''
      ? l10n.t('Upload to “{0}” failed.', target)
      : l10n.t('Upload to “{0}” failed: {1}', target, message);
  }
  const file = fileName(job.source.name);
  return message === ''
    ? l10n.t('Upload of “{0}” to “{1}” failed.', file, target)
    : l10n.t('Upload of “{0}” to “{1}” failed: {2}', file, target, message);
}

/** Whether the service's message already begins with our own introduction, with or without quotes around the name. */
function repeats(message: string, what: string): boolean {
  return unquoted(message).startsWith(unquoted(what.slice(0, -1)));
}

function unquoted(text: string): string {
  return text.replaceAll(/["“”]/g, '').toLowerCase();
}

function lostOutcomeText(job: Job): string {
  const what = subject(job);
  switch (job.lostReason) {
    case 'refused':
      return l10n.t(
        '{0} is no longer watched: the service denies access to its status. Its outcome is unknown. Check the last sync of the connection.',
        what,
      );
    case 'noStatus':
      return l10n.t(
        '{0} is no longer watched: the service returns no status. Its outcome is unknown. Check the last sync of the connection.',
        what,
      );
    case 'tooOld':
      return l10n.t(
        '{0} is no longer watched: it did not finish within {1} days. Its outcome is unknown. Check the last sync of the connection.',
        what,
        MAX_RUN_DAYS,
      );
    case undefined:
      return l10n.t(
        '{0} is no longer watched: the service no longer has this job. Its outcome is unknown. Check the last sync of the connection.',
        what,
      );
  }
}

/** The rows that were sent and, only if it is another number, the counts that the service reported. */
function loadedText(job: Job): string {
  const target = targetName(job);
  if (!job.source) {
    return l10n.t('Upload to “{0}” completed.', target);
  }
  const { name, rows } = job.source;
  const file = fileName(name);
  if (rows === undefined) {
    return l10n.t('“{0}” was loaded into “{1}”.', file, target);
  }
  const reported = job.status?.steps.findLast(({ count }) => count !== undefined)?.count;
  if (reported !== undefined && reported !== rows) {
    return rows === 1
      ? l10n.t('“{0}”: 1 row sent to “{1}”; the service reports {2}.', file, target, countsText(job))
      : l10n.t(
          '“{0}”: {1} rows sent to “{2}”; the service reports {3}.',
          file,
          numberText(rows),
          target,
          countsText(job),
        );
  }
  return rows === 1
    ? l10n.t('“{0}”: 1 row loaded into “{1}”.', file, target)
    : l10n.t('“{0}”: {1} rows loaded into “{2}”.', file, numberText(rows), target);
}

function syncedText(job: Job): string {
  const last = job.status?.steps.findLast(({ count }) => count !== undefined);
  return last
    ? l10n.t('Sync of “{0}” completed ({1}).', targetName(job), stepText(last))
    : l10n.t('Sync of “{0}” completed.', targetName(job));
}

/** For a status that is not known: the service's own words. For a response without one, only that the job ended. */
function endedText(job: Job): string {
  const message = plainText(job.status?.message ?? '') || countsText(job);
  const status = plainText(job.status?.status ?? '', 60);
  if (status === '') {
    return message === ''
      ? l10n.t('{0} ended without a status.', subject(job))
      : l10n.t('{0} ended without a status: {1}', subject(job), message);
  }
  return message === ''
    ? l10n.t('{0} ended with status “{1}”.', subject(job), status)
    : l10n.t('{0} ended with status “{1}”: {2}', subject(job), status, message);
}

function subject(job: Job): string {
  const target = targetName(job);
  if (job.kind === 'sync') {
    return l10n.t('Sync of “{0}”', target);
  }
  return job.source
    ? l10n.t('Upload of “{0}” to “{1}”', fileName(job.source.name), target)
    : l10n.t('Upload to “{0}”', target);
}

function targetName({ entityName, entityId }: Job): string {
  return plainText(entityName, 80) || plainText(entityId, 80);
}

function fileName(name: string): string {
  return plainText(name, 80);
}

function shortName(job: Job): string {
  return plainText(jobName(job), 80);
}
