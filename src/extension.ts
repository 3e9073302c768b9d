import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { ApiError } from './api/apiError.ts';
import { DisposableStore } from './base/disposable.ts';
import { Redactor } from './base/logger.ts';
import type { Account } from './model/account.ts';
import type { SignInEntry } from './app/session/signInEntry.ts';
import { createAccountsFeature } from './ui/accounts/accountsFeature.ts';
import { createDataCheckFeature } from './ui/check/checkFeature.ts';
import { registerCommands } from './ui/commands/registerCommands.ts';
import { createConnectionsFeature } from './ui/connections/connectionsFeature.ts';
import { createSessionFeed } from './app/connections/sessionFeed.ts';
import { createRedactingLog } from './ui/errors/redactingLog.ts';
import { ErrorReports } from './ui/errors/errorReports.ts';
import { showError } from './ui/errors/reportError.ts';
import { createJobsFeature } from './ui/jobs/jobsFeature.ts';
import { createFetch } from './ui/network/editorFetch.ts';
import { readSettings, SETTINGS_SECTION } from './ui/settings.ts';
import { createUploadFeature } from './ui/upload/uploadFeature.ts';

/** What `activate` returns to tests that run inside VS Code, where nobody can type into a box. Nothing elsewhere. */
export interface ExtensionTestApi {
  /** The very function that the Sign In command calls once it has asked. */
  signIn(entry: SignInEntry): Promise<Account>;
  /** The folder that the database of jobs is in. */
  readonly storagePath: string;
  /** Disposes of the extension as VS Code does before a reload: what it was given, in the order in which it was given. */
  deactivate(): void;
  readonly workspaceState: Pick<vscode.Memento, 'keys' | 'get'>;
}

export async function activate(context: vscode.ExtensionContext): Promise<ExtensionTestApi | undefined> {
  // VS Code disposes of its subscriptions first to last, so it gets but one: what uses something is disposed of before it.
  const owned = new DisposableStore();
  context.subscriptions.push(owned);
  const own = <T extends vscode.Disposable>(disposable: T): T => owned.add(disposable);

  // Foundations
  const channel = own(vscode.window.createOutputChannel('Data Connections', { log: true }));
  const redactor = new Redactor();
  const hide = (secret: string): unknown => redactor.add(secret);
  const log = createRedactingLog(channel, redactor);
  const extensionFile = (...path: string[]) => vscode.Uri.joinPath(context.extensionUri, ...path);
  const settings = () => readSettings(vscode.workspace.getConfiguration(SETTINGS_SECTION), vscode.workspace.isTrusted);

  // Accounts
  const { fetch } = own(createFetch(log));
  const accounts = own(
    createAccountsFeature({
      secrets: context.secrets,
      workspaceState: context.workspaceState,
      fetch,
      settings,
      hide,
      log,
    }),
  );
  const { store, session } = accounts;
  const reports = new ErrorReports((error) =>
    showError(error, log, { signIn: () => accounts.signIn.askAgain().catch(report), showLog: () => channel.show() }),
  );
  const report = (error: unknown): void => reports.report(error);
  own(session.onDidRefuseSecret((failure) => report(new ApiError(failure))));

  // Jobs and connections
  const [{ openLedger }, { JobTracker }] = await Promise.all([
    import('./jobs/store/ledger.ts'),
    import('./app/tracking/jobTracker.ts'),
  ]);
  const ledger = own(openLedger({ folder: context.globalStorageUri.fsPath, log }));
  const { jobs: jobStore, confirmedTargets } = ledger;
  const feed = own(createSessionFeed({ session, store: jobStore, intervalMs: () => settings().refreshIntervalMs }));
  own(
    vscode.workspace.onDidChangeConfiguration(
      (change) => change.affectsConfiguration(SETTINGS_SECTION) && feed.reschedule(),
    ),
  );
  const jobs = own(
    new JobTracker({
      ...{ session, feed, log },
      store: jobStore,
      isKnown: (accountId) => store.find(accountId) !== undefined,
      isFocused: () => vscode.window.state.focused,
      windowId: randomUUID(),
    }),
  );
  own(vscode.window.onDidChangeWindowState(({ focused }) => jobs.setFocused(focused)));

  // Views
  const connections = own(createConnectionsFeature({ session, feed, jobs, workspaceState: context.workspaceState }));
  const jobsFeature = own(
    createJobsFeature({
      session,
      tracker: jobs,
      distFolder: extensionFile('dist'),
      startSyncs: connections.startSyncs,
      notificationLevel: () => settings().notifications,
      report,
    }),
  );

  // Check
  const isAutomatic = () => settings().checkAutomatic === 'csv';
  const check = own(createDataCheckFeature({ extensionUri: context.extensionUri, isAutomatic, report, log }));

  // Upload
  const upload = own(
    createUploadFeature({
      ...{ session, feed, jobs, confirmedTargets, settings, report },
      ...{ store: ledger.uploads, workers: check.workers, decodings: check.decodings },
      workspaceState: context.workspaceState,
      storageUri: context.storageUri,
      signIn: () => accounts.signIn.ask(),
      onDidCheck: (uri, result) => void check.accept(uri, result).catch(report),
    }),
  );

  jobsFeature.announceOutcomes((job) => upload.showOutcome(job));

  const forgetHistory = (accountId: string): void => ledger.removeAccount(accountId);

  // Commands
  own(
    registerCommands(
      {
        ...accounts.commands(forgetHistory),
        ...connections.commands,
        ...upload.commands,
        ...check.commands,
        ...jobsFeature.commands,
        'dataConnections.showLog': () => channel.show(),
      },
      (error, begunAt) => reports.report(error, begunAt),
    ),
  );

  // Start
  await accounts.restore();

  return context.extensionMode === vscode.ExtensionMode.Test
    ? {
        signIn: (entry) => accounts.signInWith(entry),
        storagePath: context.globalStorageUri.fsPath,
        deactivate: () => context.subscriptions.forEach((subscription) => void subscription.dispose()),
        workspaceState: context.workspaceState,
      }
    : undefined;
}
