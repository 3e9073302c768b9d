import * as vscode from 'vscode';
import { iconSafeText } from '../../base/displayText.ts';
import { isRunning, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { FollowedJobs } from './followedJobs.ts';
import { jobDescription, jobName, stateIcon } from './jobWords.ts';

interface JobItem extends vscode.QuickPickItem {
  readonly open?: () => Promise<void>;
}

const MAX_RECENT = 20;

/** Offers the running and the recent jobs, and opens the chosen one in the Jobs view. Its failures count as seen then. */
export async function showJobs(jobs: FollowedJobs, reveal: (syncId?: string) => Promise<void>): Promise<void> {
  const all = jobs.jobs;
  if (all.length === 0) {
    await reveal();
    return;
  }
  jobs.markSeen();
  const running = all.filter(isRunning);
  const ended = all.filter((job) => !isRunning(job)).slice(0, MAX_RECENT);
  const toItem = (job: Job): JobItem => itemOf(job, () => reveal(job.syncId));
  const items: JobItem[] = [
    ...section(vscode.l10n.t('Running'), running.map(toItem)),
    ...section(vscode.l10n.t('Recent'), ended.map(toItem)),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: vscode.l10n.t('$(list-tree) Open the Jobs View'), open: () => reveal() },
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Jobs'),
    placeHolder: vscode.l10n.t('Choose a job to show it'),
    matchOnDescription: true,
  });
  await chosen?.open?.();
}

function section(label: string, items: readonly JobItem[]): JobItem[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

function itemOf(job: Job, open: () => Promise<void>): JobItem {
  return {
    label: `$(${stateIcon(jobState(job)).id}) ${iconSafeText(jobName(job))}`,
    description: iconSafeText(jobDescription(job, Date.now()), 200),
    open,
  };
}
