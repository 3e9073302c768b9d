import { l10n, Uri } from 'vscode';
import type { TargetSelection } from '../../app/connections/connectionTargets.ts';
import type { Session } from '../../app/session/session.ts';
import type { StartedSyncs } from '../../app/sync/retrySyncs.ts';
import { announceOutcomes } from '../../app/tracking/announceOutcomes.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import type { ClaimedJobs } from '../../app/tracking/outcomeClaims.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { NO_FILTER } from '../../jobs/history/jobList.ts';
import type { Job } from '../../model/job.ts';
import { UserError } from '../errors/userError.ts';
import { JobPage } from '../jobPage/jobPage.ts';
import type { Settings } from '../settings.ts';
import { JobsStatusBarItem } from '../status/statusBarItem.ts';
import type { Panel } from '../window/panels.ts';
import type { DeferredView } from '../window/trees.ts';
import { JobsView } from './jobsView.ts';
import type { JobsElement } from './jobRow.ts';

interface JobsFeatureOptions {
  readonly view: DeferredView<JobsElement>;
  readonly session: Session;
  readonly tracker: JobTracker;
  readonly extensionUri: Uri;
  readonly startSyncs: (selection: TargetSelection) => Promise<StartedSyncs>;
  /** Repeats the upload of a job after a review, and marks the job as retried. */
  readonly retryUpload: (job: Job) => Promise<unknown>;
  readonly settings: () => Pick<Settings, 'notifications'>;
  readonly report: (error: unknown) => void;
}

/** Everything that shows jobs: the Jobs view, the job page, the status bar item and the commands. */
export function createJobsFeature(options: JobsFeatureOptions) {
  const { session, tracker, extensionUri, startSyncs, retryUpload, settings, report } = options;
  // The folder of the job page's script and style.
  const distFolder = Uri.joinPath(extensionUri, 'dist');
  const owned = new DisposableStore();
  const retry = async (jobs: readonly Job[]): Promise<unknown> => {
    const [{ retrySyncs }, { targetsOfJobs }] = await Promise.all([
      import('../../app/sync/retrySyncs.ts'),
      import('../../app/connections/connectionTargets.ts'),
    ]);
    const started = retrySyncs(jobs, { tracker, start: (failed) => startSyncs(targetsOfJobs(failed)) });
    if (started === undefined) {
      throw new UserError(l10n.t('Only failed syncs can be retried, and each of them once.'));
    }
    return started;
  };
  const retryAny = async (jobs: readonly [Job, ...Job[]]): Promise<unknown> =>
    jobs[0].kind === 'upload' ? retryUpload(jobs[0]) : retry(jobs);
  const view = owned.add(new JobsView(tracker, options.view));
  owned.add(new JobsStatusBarItem({ session, jobs: tracker }));
  const page = owned.add(
    new JobPage({
      ...{ jobs: tracker, distFolder, isDemo: session.isDemo, report },
      retry: (job) => retryAny([job]),
    }),
  );
  const openPage = (job: Job): Promise<void> => page.open(job.syncId);
  const show = ([job, ...others]: ClaimedJobs): Promise<void> => (others.length === 0 ? openPage(job) : view.reveal());
  owned.add(
    announceOutcomes(tracker, {
      level: () => settings().notifications,
      prompts: {
        announce: async (announcement) => (await import('./outcomeNotifications.ts')).showOutcome(announcement),
        ...{ show, retry: retryAny },
      },
      report,
    }),
  );
  const load = () => import('./jobCommands.ts');
  const find = (syncId: string): Job | undefined => tracker.find(syncId);
  const loadPicks = () => import('./jobPicks.ts');
  const pickJob = async (): Promise<void> =>
    (await loadPicks()).pickJob(tracker, { openPage, openView: () => view.reveal() });

  return {
    /** The job that a command was called on. Rejects with a `UserError` for any other argument. */
    findJob: async (args: readonly unknown[]): Promise<Job> => (await load()).readJob(args, find),
    /** Opens the page of a job, whether it is known or not. */
    openJob: (syncId: string): Promise<void> => page.open(syncId),
    /** Fills a job page that VS Code restored. */
    restorePage: (panel: Panel, state: unknown): Promise<void> => page.restore(panel, state),
    commands: {
      'dataConnections.showJobs': () => pickJob(),
      'dataConnections.openJob': async (...args: readonly unknown[]) =>
        args[0] === undefined ? pickJob() : openPage((await load()).readJob(args, find)),
      'dataConnections.retrySync': async (...args: readonly unknown[]) =>
        retry((await load()).readJobs(args, tracker.jobs)),
      'dataConnections.stopWatching': async (...args: readonly unknown[]) =>
        (await load()).stopWatching(args, { tracker, report }),
      'dataConnections.clearFinishedJobs': async () =>
        (await load()).clearFinishedJobs(view.shown, { tracker, report }),
      'dataConnections.filterJobs': async (...args: readonly unknown[]) =>
        (await loadPicks()).filterJobs(args, view, tracker),
      'dataConnections.showConnectionJobs': async (...args: readonly unknown[]) =>
        (await loadPicks()).showConnectionJobs(args, view),
      'dataConnections.clearJobFilter': () => view.setFilter(NO_FILTER),
    },
    dispose: () => owned.dispose(),
  };
}
