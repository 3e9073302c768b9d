import * as vscode from 'vscode';
import { titleText } from '../../base/sinkText.ts';
import type { Job } from '../../model/job.ts';
import type { Session } from '../../app/session/session.ts';
import type { JobsChange } from '../../app/tracking/jobsChange.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { openFile } from '../editor/openEditors.ts';
import { jobName } from '../format/jobText.ts';
import { LivePage } from '../window/livePage.ts';
import type { ActionOf } from '../window/livePage.ts';
import type { Panel } from '../window/panels.ts';
import { copyId } from '../window/statusBar.ts';
import { messageToPage, readMessageFromPage } from './messages.ts';
import type { MessageFromPage, MessageToPage } from './messages.ts';
import { ids, jobModel } from './jobModel.ts';

export interface JobPageOptions {
  readonly tracker: Pick<JobTracker, 'jobs' | 'find' | 'history' | 'markSeen' | 'onDidChange'>;
  /** Says why a job that is not known is not shown. */
  readonly notShownText: (syncId: string) => string;
  /** The folder of the page's script and style sheet. */
  readonly distFolder: vscode.Uri;
  readonly retry: (job: Job) => unknown;
  readonly showInFile: (job: Job) => unknown;
  /** Opens the page of another job. */
  readonly open: (syncId: string) => void;
  readonly onDidChangeVisibility: () => void;
  /** The pages of the demo are labeled. */
  readonly session: Pick<Session, 'isDemo'>;
  readonly report: (error: unknown) => void;
}

/** Values that change merely because time passes. */
const TIME_DEPENDENT: ReadonlySet<string> = new Set(['elapsedMs', 'reachMs']);

export type JobPage = LivePage<MessageToPage, MessageFromPage>;

/** An editor tab that shows a job until it is closed. */
export function createJobPage(panel: Panel, syncId: string, options: JobPageOptions): JobPage {
  const { tracker, notShownText, distFolder, session, onDidChangeVisibility, report } = options;
  const find = (): Job | undefined => tracker.find(syncId);

  /** Whether the change affects the job, or another job of its connection, which the page shows in the history. */
  const isShown = ({ syncIds, entityIds }: JobsChange): boolean => {
    const job = find();
    return (
      syncIds === 'all' ||
      syncIds.has(syncId) ||
      (job !== undefined && (entityIds === 'all' || entityIds.has(job.entityId)))
    );
  };

  const show = (): MessageToPage => {
    const job = find();
    if (job === undefined) {
      return { kind: 'gone', syncId, text: notShownText(syncId) };
    }
    tracker.markSeen([job]);
    const { jobs } = tracker;
    const tracked = jobs.ofConnection(job.entityId);
    const history = tracker.history(syncId);
    const model = jobModel({ job, tracked, usualMs: jobs.usual(job), history, isDemo: session.isDemo }, Date.now());
    return { kind: 'show', syncId, entityId: job.entityId, model };
  };

  const act = async (message: ActionOf<MessageFromPage>): Promise<void> => {
    const job = find();
    if (message.kind === 'openRun') {
      options.open(message.syncId);
    } else if (job) {
      await actOn(job, message, options);
    }
  };

  const page: JobPage = new LivePage(panel, {
    name: 'jobPage',
    distFolder,
    messageToPage,
    readMessageFromPage,
    timeDependent: TIME_DEPENDENT,
    show,
    act,
    onDidChangeVisibility,
    report,
    title: () => {
      const job = find();
      return job ? titleText(jobName(job), 60) : titleText(vscode.l10n.t('Job'));
    },
  });
  const changes = tracker.onDidChange((change) => isShown(change) && page.draw());
  page.onDidClose(() => changes.dispose());
  return page;
}

async function actOn(
  job: Job,
  message: Exclude<ActionOf<MessageFromPage>, { kind: 'openRun' }>,
  { retry, showInFile }: JobPageOptions,
): Promise<void> {
  switch (message.kind) {
    case 'copyId':
      await copyId(ids(job)[message.index]);
      break;
    case 'openFile':
      if (job.source?.uri !== undefined) {
        await openFile(vscode.Uri.parse(job.source.uri, true));
      }
      break;
    case 'retry':
      await retry(job);
      break;
    case 'showInFile':
      await showInFile(job);
      break;
  }
}
