import * as vscode from 'vscode';
import { quickPickText, titleText } from '../../base/sinkText.ts';
import { usualDurations } from '../../jobs/history/runHistory.ts';
import type { UsualDurations } from '../../jobs/history/runHistory.ts';
import { isRunning, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { pickOne, separator } from '../window/quickInput.ts';
import type { PickItem } from '../window/quickInput.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { jobDescription, jobName, stateIcon } from '../format/jobText.ts';

interface JobItem extends PickItem {
  readonly open?: () => Promise<void>;
}

const MAX_RECENT = 20;

/** Where the chosen one of the quick pick leads. */
interface JobPlaces {
  readonly openPage: (job: Job) => Promise<void>;
  readonly openView: () => Promise<void>;
}

/** Offers the running and the recent jobs, and opens the chosen one. Failures count as seen then. */
export async function showJobs(jobs: JobTracker, { openPage, openView }: JobPlaces): Promise<void> {
  const all = jobs.jobs;
  if (all.length === 0) {
    await openView();
    return;
  }
  jobs.markSeen();
  const running = all.filter(isRunning);
  const ended = all.filter((job) => !isRunning(job)).slice(0, MAX_RECENT);
  const usual = usualDurations(all);
  const toItem = (job: Job): JobItem => itemOf(job, usual, () => openPage(job));
  const items: JobItem[] = [
    ...section(vscode.l10n.t('Running'), running.map(toItem)),
    ...section(vscode.l10n.t('Recent'), ended.map(toItem)),
    separator(quickPickText('')),
    { label: quickPickText(vscode.l10n.t('Open the Jobs View'), { icon: 'list-tree' }), open: openView },
  ];
  const chosen = await pickOne(items, {
    title: titleText(vscode.l10n.t('Jobs')),
    placeHolder: titleText(vscode.l10n.t('Choose a job to show it')),
    matchOnDescription: true,
  });
  await chosen?.open?.();
}

function section(label: string, items: readonly JobItem[]): JobItem[] {
  return items.length === 0 ? [] : [separator(quickPickText(label)), ...items];
}

function itemOf(job: Job, usual: UsualDurations, open: () => Promise<void>): JobItem {
  return {
    label: quickPickText(jobName(job), { icon: stateIcon(jobState(job)).id, maxLength: 100 }),
    description: quickPickText(jobDescription(job, Date.now(), usual(job))),
    open,
  };
}
