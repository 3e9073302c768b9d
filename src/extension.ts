import * as vscode from 'vscode';
import type { ConnectionsElement } from './app/connections/connectionElements.ts';
import { accountIdOf, mayHaveAccounts } from './app/session/storedAccounts.ts';
import type { SignInEntry } from './app/session/signInEntry.ts';
import { DisposableStore } from './base/disposable.ts';
import { FeatureLoader } from './featureLoader.ts';
import type { Features } from './features.ts';
import { hasPendingRemovals } from './jobs/database/ledgerPaths.ts';
import type { Account } from './model/account.ts';
import { onceTableShown } from './ui/check/onceTableShown.ts';
import { registerCommands } from './ui/commands/registerCommands.ts';
import { setContextKey } from './ui/contextKeys.ts';
import { CurrentSettings } from './ui/currentSettings.ts';
import type { JobsElement } from './ui/jobs/jobRow.ts';
import { CONNECTIONS_VIEW, JOBS_VIEW, RESTORED_PANELS } from './ui/manifestIds.ts';
import { registerTasks } from './ui/tasks/registerTasks.ts';
import { registerTools } from './ui/tools/registerTools.ts';
import { onDidSaveManually } from './ui/upload/onDidSaveManually.ts';
import { registerUploadCopyFileSystem } from './ui/upload/uploadCopyFileSystem.ts';
import { onDidRestorePanel } from './ui/window/panels.ts';
import { DeferredView } from './ui/window/trees.ts';

/** The return value of `activate` for integration tests, which can't type into input boxes. */
export interface ExtensionTestApi {
  /** Signs in as the Sign In command does after its prompts. */
  signIn(entry: SignInEntry): Promise<Account>;
  /** Drops files on a row of the Connections view, as VS Code does. */
  dropFiles(row: unknown, files: vscode.DataTransfer): Promise<void>;
  /** The folder of the ledger. */
  readonly storagePath: string;
  /** Disposes of the extension as VS Code does before a reload. */
  deactivate(): void;
  readonly workspaceState: Pick<vscode.Memento, 'keys' | 'get'>;
}

/** Registers the extension. Its features are loaded when something needs them, at once if there is an account. */
export async function activate(context: vscode.ExtensionContext): Promise<ExtensionTestApi | undefined> {
  const { extensionUri, globalState, secrets, storageUri, subscriptions, workspaceState } = context;
  const storagePath = context.globalStorageUri.fsPath;
  // VS Code disposes of subscriptions in the order in which they were added. This store does it in reverse order.
  const owned = new DisposableStore();
  subscriptions.push(owned);
  const own = <T extends vscode.Disposable>(disposable: T): T => owned.add(disposable);
  const currentSettings = own(new CurrentSettings());
  const settings = () => currentSettings.read();

  const connectionsView = own(
    new DeferredView<ConnectionsElement>(CONNECTIONS_VIEW, {
      canSelectMany: true,
      onDropFiles: (row, files) => dropFiles(row, files),
    }),
  );
  const jobsView = own(new DeferredView<JobsElement>(JOBS_VIEW, { showCollapseAll: true }));
  const storage = { secrets, globalState, workspaceState };
  const features = own(
    new FeatureLoader({ extensionUri, storagePath, storageUri, settings, connectionsView, jobsView, storage }),
  );
  const report = (error: unknown, begunAt?: number): void => features.report(error, begunAt);
  const loadInBackground = (): void => features.loadInBackground();
  /** Loads the features if they are not loaded yet. */
  const withFeatures = async <T>(use: (loaded: Features) => T): Promise<Awaited<T>> => await use(await features.load());
  const dropFiles = (row: unknown, files: vscode.DataTransfer): Promise<void> =>
    withFeatures((loaded) => loaded.dropFiles(row, files)).catch(report);

  own(registerCommands((id, args) => withFeatures(({ commands }) => commands[id](...args)), report));
  own(
    vscode.window.registerUriHandler({
      handleUri: (link) => withFeatures((loaded) => loaded.openLink(link)).catch(report),
    }),
  );
  for (const type of RESTORED_PANELS) {
    own(onDidRestorePanel(type, (panel, state) => withFeatures(({ restore }) => restore[type](panel, state))));
  }
  own(registerTasks({ loaded: () => features.loaded?.tasks, load: () => withFeatures(({ tasks }) => tasks), report }));
  own(registerUploadCopyFileSystem(storagePath));
  own(registerTools(() => withFeatures((loaded) => loaded.tools())));
  own(
    // Without an account, too: the user is told that the file was not uploaded.
    onDidSaveManually(({ uri }) => {
      if (vscode.workspace.isTrusted && settings().uploadOnSave) {
        void withFeatures((loaded) => loaded.uploadSaved(uri)).catch(report);
      }
    }),
  );
  own(onceTableShown(() => settings().checkAutomatic === 'csv', loadInBackground));
  // Another window may add an account.
  own(secrets.onDidChange(({ key }) => accountIdOf(key) !== undefined && loadInBackground()));

  if (hasPendingRemovals(storagePath, globalState) || (await mayHaveAccounts(secrets))) {
    await features.load().catch(report);
  } else if (!features.loaded) {
    // If another window adds an account later, the user decides whether to sign in with it here, too.
    features.disableAutoSignIn();
    setContextKey('signedIn', false);
    setContextKey('hasAccounts', false);
    setContextKey('ready', true);
  }
  return context.extensionMode === vscode.ExtensionMode.Test
    ? {
        signIn: (entry) => withFeatures((loaded) => loaded.signInWith(entry)),
        dropFiles,
        storagePath,
        deactivate: () => subscriptions.forEach((subscription) => void subscription.dispose()),
        workspaceState,
      }
    : undefined;
}
