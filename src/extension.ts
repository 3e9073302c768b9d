import * as vscode from 'vscode';
import { ApiError } from './api/apiError.ts';
import type { SignInEntry } from './app/session/signInEntry.ts';
import { DisposableStore } from './base/disposable.ts';
import { Redactor } from './base/logger.ts';
import type { Account } from './model/account.ts';
import { createAccountsFeature } from './ui/accounts/accountsFeature.ts';
import { createDataCheckFeature } from './ui/check/checkFeature.ts';
import { registerCommands } from './ui/commands/registerCommands.ts';
import { createConnectionsFeature } from './ui/connections/connectionsFeature.ts';
import { ErrorReports } from './ui/errors/errorReports.ts';
import { createRedactingLog } from './ui/errors/redactingLog.ts';
import { showError } from './ui/errors/reportError.ts';
import { createJobsFeature } from './ui/jobs/jobsFeature.ts';
import { createJobTracking } from './ui/jobs/jobTracking.ts';
import { createFetch } from './ui/network/editorFetch.ts';
import { readSettings, SETTINGS_SECTION } from './ui/settings.ts';
import { createUploadFeature } from './ui/upload/uploadFeature.ts';

/** The return value of `activate` for integration tests, which can't type into input boxes. */
export interface ExtensionTestApi {
  /** Signs in as the Sign In command does after its prompts. */
  signIn(entry: SignInEntry): Promise<Account>;
  /** The folder of the ledger. */
  readonly storagePath: string;
  /** Disposes of the extension as VS Code does before a reload. */
  deactivate(): void;
  readonly workspaceState: Pick<vscode.Memento, 'keys' | 'get'>;
}

export async function activate(context: vscode.ExtensionContext): Promise<ExtensionTestApi | undefined> {
  const { extensionUri, secrets, storageUri, subscriptions, workspaceState } = context;
  // VS Code disposes of subscriptions in the order in which they were added. This store does it in reverse order.
  const owned = new DisposableStore();
  subscriptions.push(owned);
  const own = <T extends vscode.Disposable>(disposable: T): T => owned.add(disposable);

  const channel = own(vscode.window.createOutputChannel('Data Connections', { log: true }));
  const redactor = new Redactor();
  const hide = (secret: string): unknown => redactor.add(secret);
  const log = createRedactingLog(channel, redactor);
  const settings = () => readSettings(vscode.workspace.getConfiguration(SETTINGS_SECTION), vscode.workspace.isTrusted);

  const { fetch } = own(createFetch(log));
  const accounts = own(createAccountsFeature({ secrets, workspaceState, fetch, settings, hide, log }));
  const { session, signIn, store } = accounts;
  const { report } = new ErrorReports((error, reportAgain) =>
    showError(error, log, { signIn: () => signIn.askAgain(), showLog: () => channel.show(), report: reportAgain }),
  );
  own(session.onDidRefuseSecret((failure) => report(new ApiError(failure))));

  const storagePath = context.globalStorageUri.fsPath;
  const isKnown = (accountId: string): boolean => store.find(accountId) !== undefined;
  const tracking = own(await createJobTracking({ session, isKnown, storagePath, settings, log }));
  const { feed, ledger, tracker } = tracking;

  const connections = own(createConnectionsFeature({ session, feed, jobs: tracker, workspaceState }));
  const { startSyncs } = connections;
  const jobs = own(createJobsFeature({ session, tracker, extensionUri, startSyncs, settings, report }));
  const check = own(createDataCheckFeature({ extensionUri, settings, report, log }));
  const upload = own(
    createUploadFeature({
      ...{ session, feed, jobs: tracker, ledger, settings, report, workspaceState, storageUri },
      ...{ workers: check.workers, decodings: check.decodings },
      signIn: () => signIn.ask(),
      onDidCheck: (uri, result) => void check.accept(uri, result).catch(report),
    }),
  );
  jobs.announceOutcomes((job) => upload.showOutcome(job));

  own(
    registerCommands(
      {
        ...accounts.commands((accountId) => ledger.removeAccount(accountId)),
        ...connections.commands,
        ...jobs.commands,
        ...check.commands,
        ...upload.commands,
        'dataConnections.showLog': () => channel.show(),
      },
      report,
    ),
  );
  await accounts.restore();

  return context.extensionMode === vscode.ExtensionMode.Test
    ? {
        signIn: (entry) => accounts.signInWith(entry),
        storagePath,
        deactivate: () => subscriptions.forEach((subscription) => void subscription.dispose()),
        workspaceState,
      }
    : undefined;
}
