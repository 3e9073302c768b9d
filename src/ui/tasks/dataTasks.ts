import { l10n, TaskScope, Uri, workspace } from 'vscode';
import type { Pseudoterminal, Task, TaskDefinition, WorkspaceFolder } from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import { connectionNameById } from '../../app/connections/listedConnection.ts';
import type { Session } from '../../app/session/session.ts';
import { sharePendingAnswers } from '../../app/tasks/sharePendingAnswers.ts';
import { EXIT_CODES } from '../../app/tasks/taskOutcome.ts';
import { runTask } from '../../app/tasks/runTask.ts';
import type { TaskContext } from '../../app/tasks/taskContext.ts';
import type { TaskReporter } from '../../app/tasks/taskEvent.ts';
import { withCallerNotices } from '../../app/upload/adaptPrompts.ts';
import type { UploadHistory } from '../../app/upload/uploadHistory.ts';
import { uniqueBy } from '../../base/lists.ts';
import type { Logger } from '../../base/logger.ts';
import { quickPickText, titleText } from '../../base/sinkText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { UploadFeature } from '../upload/uploadFeature.ts';
import { createTask, createTaskTerminal } from '../window/tasks.ts';
import { chooseKind } from '../editor/chooseKind.ts';
import { askToSignIn } from '../errors/askToSignIn.ts';
import { confirmTaskSync } from './confirmTaskSync.ts';
import { openFolders } from '../editor/openFolders.ts';
import { taskLines } from './taskText.ts';

const TASK_TYPE = 'dataConnections';
const CHECK_MATCHER = '$dataConnections-check';
const MAX_OFFERED = 10;

export interface DataTasksOptions extends Pick<TaskContext, 'tracker' | 'consents' | 'starter'> {
  readonly session: Pick<Session, 'state'>;
  readonly signIn: () => Promise<boolean>;
  readonly feed: ConnectionFeed;
  readonly history: Pick<UploadHistory, 'latestOfEachFile'>;
  readonly upload: Pick<UploadFeature, 'uploadFor' | 'sourceOf'>;
  readonly onDidCheck: (uri: Uri, check: CheckResult) => void;
  readonly log: Logger;
}

/** Opens the terminal in which a task runs. `folder`: the workspace folder in which the task is defined. */
export type OpenTask = (definition: TaskDefinition, folder: WorkspaceFolder | undefined) => Promise<Pseudoterminal>;

type Scope = WorkspaceFolder | TaskScope.Global | TaskScope.Workspace;

/** The tasks of the type `dataConnections`. */
export class DataTasks {
  readonly #options: DataTasksOptions;
  readonly #confirmSync = sharePendingAnswers(confirmTaskSync);

  constructor(options: DataTasksOptions) {
    this.#options = options;
  }

  /** The tasks that VS Code offers: uploads and checks of the files in the open folders that were last uploaded from this workspace. */
  provide(open: OpenTask): readonly Task[] {
    const { session, history, feed } = this.#options;
    const { state } = session;
    if (state.kind === 'signedOut') {
      return [];
    }
    const remembered = history.latestOfEachFile(state.account.id).flatMap((upload) => {
      const uri = Uri.parse(upload.uri, true);
      const folder = workspace.getWorkspaceFolder(uri);
      const file = workspace.asRelativePath(uri, false);
      return folder === undefined ? [] : [{ folder, entityId: upload.entityId, file }];
    });
    const latest = remembered.slice(0, MAX_OFFERED);
    const checks = uniqueBy(latest, ({ folder, file }) => JSON.stringify([folder.uri.toString(), file]));
    return [
      ...latest.map(({ folder, entityId, file }) =>
        this.#create(
          { type: TASK_TYPE, command: 'upload', file, entityId },
          folder,
          l10n.t('Upload {0} to {1}', file, connectionNameById(feed, entityId)),
          open,
        ),
      ),
      ...checks.map(({ folder, file }) =>
        this.#create({ type: TASK_TYPE, command: 'check', file }, folder, l10n.t('Check {0}', file), open),
      ),
    ];
  }

  resolve({ definition, scope = TaskScope.Workspace, name }: Task, open: OpenTask): Task {
    return this.#create(definition, scope, name, open);
  }

  open(definition: TaskDefinition, folder: WorkspaceFolder | undefined): Pseudoterminal {
    return createTaskTerminal(async (terminal) => {
      const report: TaskReporter = (event) => taskLines(event, this.#options.log).forEach(terminal.write);
      return EXIT_CODES[await runTask(definition, { ...this.#contextOf(folder), report, signal: terminal.signal })];
    });
  }

  #create(definition: TaskDefinition, scope: Scope, name: string, open: OpenTask): Task {
    return createTask({
      definition,
      scope,
      name: quickPickText(name),
      problemMatcher: CHECK_MATCHER,
      open: (resolved) => open(resolved, typeof scope === 'object' ? scope : undefined),
    });
  }

  #contextOf(folder: WorkspaceFolder | undefined): Omit<TaskContext, 'report' | 'signal'> {
    const { tracker, feed, session, signIn, consents, starter, upload, onDidCheck } = this.#options;
    return {
      tracker,
      feed,
      signIn: async () => session.state.kind === 'signedIn' || askToSignIn(l10n.t('Sign in to run this task.'), signIn),
      consents,
      starter,
      isTrusted: () => workspace.isTrusted,
      folders: openFolders(folder),
      confirmSync: this.#confirmSync,
      // Only a check reads files itself.
      sourceOf: ({ uri }) =>
        upload.sourceOf(Uri.parse(uri, true), (fileName) => chooseKind(fileName, titleText(l10n.t('Check')))),
      upload: (files, { entityId, ...caller }) =>
        upload.uploadFor(
          files.map(({ uri }) => Uri.parse(uri, true)),
          { entityId, isByTask: true },
          (defaultPrompts) => withCallerNotices(defaultPrompts, caller),
        ),
      onDidCheck: (uri, check) => onDidCheck(Uri.parse(uri, true), check),
    };
  }
}
