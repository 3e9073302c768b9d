import { ThemeColor, ThemeIcon } from 'vscode';
import { stepState } from '../../jobs/history/jobSteps.ts';
import type { StepState } from '../../jobs/history/jobSteps.ts';
import { awaitsSignIn, jobState } from '../../model/job.ts';
import type { Job, JobState } from '../../model/job.ts';
import type { JobStep } from '../../model/jobStatus.ts';

const AWAITS_SIGN_IN_ICON = new ThemeIcon('debug-pause', new ThemeColor('descriptionForeground'));

export function jobIcon(job: Job): ThemeIcon {
  return awaitsSignIn(job) ? AWAITS_SIGN_IN_ICON : jobStateIcon(jobState(job));
}

export function stepIcon(job: Job, step: JobStep): ThemeIcon {
  const state = stepState(job, step);
  return state === 'running' && awaitsSignIn(job) ? AWAITS_SIGN_IN_ICON : jobStateIcon(state);
}

export function jobStateIcon(state: JobState | StepState): ThemeIcon {
  switch (state) {
    case 'running':
      return new ThemeIcon('sync~spin', new ThemeColor('charts.blue'));
    case 'succeeded':
      return new ThemeIcon('pass', new ThemeColor('charts.green'));
    case 'failed':
      return new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground'));
    case 'finished':
      return new ThemeIcon('circle-large-filled', new ThemeColor('descriptionForeground'));
    case 'lost':
      return new ThemeIcon('question', new ThemeColor('problemsWarningIcon.foreground'));
    case 'waiting':
      return new ThemeIcon('circle-large-outline', new ThemeColor('descriptionForeground'));
    case 'stopped':
      return new ThemeIcon('debug-stop', new ThemeColor('descriptionForeground'));
  }
}
