import type { Uri } from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import { activeAccount } from '../../app/session/session.ts';
import type { Session } from '../../app/session/session.ts';
import type { StartedSyncs } from '../../app/sync/syncOutcome.ts';
import type { SyncSelection } from '../../app/sync/syncStarter.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import type { ClaimedJobs } from '../../app/tracking/outcomeClaims.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { lazy } from '../../base/lazy.ts';
import { NO_FILTER } from '../../jobs/history/jobFilter.ts';
import type { LedgerAccess } from '../../jobs/database/ledgerAccess.ts';
import { isFailedUpload } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { Settings } from '../settings.ts';
import { JobsStatusBarItem } from '../status/jobsStatusBarItem.ts';
import type { Panel } from '../window/panels.ts';
import type { DeferredView } from '../window/trees.ts';
import { JobsView } from './jobsView.ts';
import type { JobsElement } from './jobRow.ts';

interface ServiceProblems {
  /** Shows the problems. Resolves to whether there are any. */
  showProblems(job: Job): Promise<boolean>;
  /** Goes to the first of them. */
  goToFirstProblem(job: Job): Promise<void>;
}

interface JobsFeatureOptions {
  readonly view: DeferredView<JobsElement>;
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly tracker: JobTracker;
  readonly ledgerAccess: Pick<LedgerAccess, 'lastingProblem' | 'onDidChangeLastingProblem'>;
  /** The folder of the job page's script and style sheet. */
  readonly distFolder: Uri;
  readonly startSyncs: (selection: SyncSelection) => Promise<StartedSyncs>;
  /** Repeats the upload of a job after a review, and marks the job as retried. */
  readonly retryUpload: (job: Job) => Promise<unknown>;
  /** Finds what the service says about a failed upload in its file. */
  readonly serviceProblems: () => Promise<ServiceProblems>;
  readonly settings: () => Pick<Settings, 'notifications'>;
  readonly report: (error: unknown) => void;
}

/** Everything that shows jobs: the Jobs view, the job page, the status bar item and the commands. */
export function createJobsFeature(options: JobsFeatureOptions) {
  const {
    session,
    feed,
    tracker,
    ledgerAccess,
    distFolder,
    startSyncs,
    retryUpload,
    serviceProblems,
    settings,
    report,
  } = options;
  const owned = new DisposableStore();
  const load = () => import('./jobCommands.ts');
  const retrySyncs = async (jobs: readonly Job[]): Promise<unknown> =>
    (await load()).retryFailedSyncs(jobs, { tracker, startSyncs });
  const retry = async (jobs: readonly [Job, ...Job[]]): Promise<unknown> =>
    jobs[0].kind === 'upload' ? retryUpload(jobs[0]) : retrySyncs(jobs);
  /** Resolves to whether there are any. Errors are reported. */
  const showProblems = async (job: Job): Promise<boolean> => {
    try {
      return isFailedUpload(job) && (await (await serviceProblems()).showProblems(job));
    } catch (error) {
      report(error);
      return false;
    }
  };
  const showInFile = async (job: Job): Promise<void> => (await serviceProblems()).goToFirstProblem(job);
  const view = owned.add(new JobsView(tracker, options.view, (job) => void openPage(job).catch(report)));
  const showLedgerProblem = async (): Promise<void> => {
    const loaded = ledgerAccess.lastingProblem && (await import('../format/ledgerProblemText.ts'));
    view.setMessage(loaded ? loaded.keptInMemoryText(session, ledgerAccess) : '');
  };
  const showLedgerProblemSoon = (): void => void showLedgerProblem().catch(report);
  owned.add(session.onDidChange(showLedgerProblemSoon));
  let accountId = activeAccount(session)?.id;
  owned.add(
    session.onDidChange(() => {
      const before = accountId;
      accountId = activeAccount(session)?.id;
      // Another account has no connection with this ID, so no job would be shown.
      if (accountId !== before && view.filter.entityId !== undefined) {
        view.setFilter(NO_FILTER);
      }
    }),
  );
  owned.add(ledgerAccess.onDidChangeLastingProblem(showLedgerProblemSoon));
  owned.add(new JobsStatusBarItem({ session, tracker }));
  const pages = lazy(async () => {
    const { JobPages } = await import('../jobPage/jobPages.ts');
    return owned.add(
      new JobPages({
        session,
        feed,
        tracker,
        distFolder,
        report,
        retry: (job) => retry([job]),
        showInFile,
      }),
    );
  });
  const openJob = async (syncId: string): Promise<void> => (await pages()).open(syncId);
  const openPage = (job: Job): Promise<void> => openJob(job.syncId);
  const show = ([job, ...others]: ClaimedJobs): Promise<void> => (others.length === 0 ? openPage(job) : view.reveal());
  const announce = async (jobs: ClaimedJobs, hasProblems: readonly Promise<boolean>[]): Promise<void> => {
    const { notifyOutcome } = await import('./outcomeNotifications.ts');
    const level = settings().notifications;
    await notifyOutcome(jobs, { tracker, level, hasProblems, show, retry, showInFile });
  };
  owned.add(
    tracker.onDidClaimOutcome((jobs) => {
      // Also if no notification is wanted.
      const hasProblems = jobs.map(showProblems);
      void announce(jobs, hasProblems).catch(report);
    }),
  );
  const find = (syncId: string): Job | undefined => tracker.find(syncId);
  const loadPicks = () => import('./jobPicks.ts');
  const pickJob = async (): Promise<void> =>
    (await loadPicks()).pickJob(tracker, { openPage, openView: () => view.reveal() });

  return {
    /** The job that a command was called on. Rejects with a `UserError` for any other argument. */
    findJob: async (args: readonly unknown[]): Promise<Job> => (await load()).readJob(args, find),
    /** Opens the page of a job, whether it is known or not. */
    openJob,
    /** Fills a job page that VS Code restored. */
    restorePage: async (panel: Panel, state: unknown): Promise<void> => (await pages()).restore(panel, state),
    commands: {
      'dataConnections.showJobs': () => view.reveal(),
      'dataConnections.openJob': async (...args: readonly unknown[]) =>
        args[0] === undefined ? pickJob() : openPage((await load()).readJob(args, find)),
      'dataConnections.retrySync': async (...args: readonly unknown[]) =>
        retrySyncs((await load()).readJobs(args, tracker.jobs.sorted)),
      'dataConnections.showInFile': async (...args: readonly unknown[]) =>
        showInFile((await load()).readJob(args, find)),
      'dataConnections.stopWatching': async (...args: readonly unknown[]) =>
        (await load()).stopWatching(args, { tracker, report }),
      'dataConnections.clearFinishedJobs': async () =>
        (await load()).clearFinishedJobs(view.shown, { tracker, report }),
      'dataConnections.filterJobs': async (...args: readonly unknown[]) =>
        (await loadPicks()).changeJobFilter(args, view, tracker),
      'dataConnections.showConnectionJobs': async (...args: readonly unknown[]) =>
        (await loadPicks()).showConnectionJobs(args, view),
      'dataConnections.clearJobFilter': () => view.setFilter(NO_FILTER),
    },
    dispose: () => owned.dispose(),
  };
}
