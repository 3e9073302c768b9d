import * as vscode from 'vscode';
import type { ConnectionsElement } from './app/connections/connectionElements.ts';
import type { ConnectionFeed } from './app/connections/connectionFeed.ts';
import type { OpenLink } from './app/links/linkOpener.ts';
import type { Session } from './app/session/session.ts';
import type { SignInEntry } from './app/session/signInEntry.ts';
import { prefillOf } from './app/session/signInPrefill.ts';
import type { SignInPrefill } from './app/session/signInPrefill.ts';
import type { SecretStorage } from './app/session/storedAccounts.ts';
import type { JobTracker } from './app/tracking/jobTracker.ts';
import type { ClaimedJobs } from './app/tracking/outcomeClaims.ts';
import { createFromParts } from './base/disposable.ts';
import type { Disposable, DisposableStore } from './base/disposable.ts';
import { lazy } from './base/lazy.ts';
import { Redactor } from './base/logger.ts';
import type { Logger } from './base/logger.ts';
import type { CheckResult } from './data/check/checkResult.ts';
import type { Account } from './model/account.ts';
import type { Connection } from './model/connection.ts';
import type { Job } from './model/job.ts';
import { createAccountsFeature } from './ui/accounts/accountsFeature.ts';
import type { AccountsFeature } from './ui/accounts/accountsFeature.ts';
import { createCheckFeature } from './ui/check/checkFeature.ts';
import type { CommandTable } from './ui/commands/commandIds.ts';
import { createConnectionsFeature } from './ui/connections/connectionsFeature.ts';
import type { ConnectionsFeature } from './ui/connections/connectionsFeature.ts';
import { createDiagnoseFeature } from './ui/diagnose/diagnoseFeature.ts';
import { createExplainFeature } from './ui/explain/explainFeature.ts';
import { createFirstRunFeature } from './ui/firstRun/firstRunFeature.ts';
import type { DemoSwitch } from './ui/firstRun/demoSwitch.ts';
import { ErrorReports } from './ui/errors/errorReports.ts';
import { createRedactingLog } from './ui/errors/redactingLog.ts';
import { reportError } from './ui/errors/reportError.ts';
import { CONNECTION_PANEL, JOB_PANEL, OVERVIEW_PANEL } from './ui/manifestIds.ts';
import type { RESTORED_PANELS } from './ui/manifestIds.ts';
import type { JobsElement } from './ui/jobs/jobRow.ts';
import { createJobsFeature } from './ui/jobs/jobsFeature.ts';
import { createJobTracking } from './ui/jobs/jobTracking.ts';
import { createLinksFeature } from './ui/links/linksFeature.ts';
import { createFetch } from './ui/network/createFetch.ts';
import { WindowProbe } from './ui/network/windowProbe.ts';
import type { Settings } from './ui/settings.ts';
import { createTasksFeature } from './ui/tasks/tasksFeature.ts';
import type { TasksFeature } from './ui/tasks/tasksFeature.ts';
import type { Tools } from './ui/tools/registerTools.ts';
import { createUploadFeature } from './ui/upload/uploadFeature.ts';
import type { UploadFeature } from './ui/upload/uploadFeature.ts';
import type { Panel } from './ui/window/panels.ts';
import type { DeferredView } from './ui/window/trees.ts';

export interface FeaturesOptions extends Pick<
  vscode.ExtensionContext,
  'extensionUri' | 'globalState' | 'storageUri' | 'workspaceState'
> {
  readonly secrets: SecretStorage;
  /** The folder of the ledger. The ledger of the demo is in memory. */
  readonly storagePath: string;
  readonly settings: () => Settings;
  readonly connectionsView: DeferredView<ConnectionsElement>;
  readonly jobsView: DeferredView<JobsElement>;
  /** Whether to sign in with the account of this workspace. */
  readonly autoSignIn: boolean;
  readonly demo: DemoSwitch;
}

export interface Features extends Disposable {
  readonly commands: CommandTable;
  readonly tasks: TasksFeature;
  readonly report: (error: unknown, begunAt?: number) => void;
  readonly openLink: OpenLink;
  /** Uploads files that are dropped on a row of the Connections view. `row`: undefined if they were not dropped on one. */
  dropFiles(row: unknown, files: vscode.DataTransfer): Promise<void>;
  /** Call this when the user has saved a file that is uploaded on save. */
  uploadSaved(uri: vscode.Uri): Promise<void>;
  /** Signs in as the Sign In command does after its prompts. */
  signInWith(entry: SignInEntry): Promise<Account>;
  /** Call this before `dispose` if there is time: stops all uploads, and resolves once the outcome of what was being sent is recorded. */
  stopUploads(): Promise<void>;
  /** The tools for language models. */
  readonly tools: () => Promise<Tools>;
  /** For each type of panel: fills one that VS Code restored. */
  readonly restore: Readonly<Record<(typeof RESTORED_PANELS)[number], (panel: Panel, state: unknown) => Promise<void>>>;
}

/** Builds everything that is not needed to register the extension, in the order of their dependencies, and restores the accounts. */
export function createFeatures(options: FeaturesOptions): Promise<Features> {
  // What a failed attempt has created is disposed, because loading is retried: files may be unreadable during an update.
  return createFromParts((owned) => build(options, owned));
}

async function build(options: FeaturesOptions, owned: DisposableStore): Promise<Features> {
  const { globalState, secrets, storagePath, storageUri, workspaceState, settings, demo } = options;
  const own = <T extends Disposable>(disposable: T): T => owned.add(disposable);

  const core = await createCore(options, owned, () => upload);
  const { accounts, distFolder, ledger, log, shared, windowId } = core;
  const { report, tracker } = shared;
  const { signIn, store } = accounts;

  const openJob = (syncId: string): Promise<void> => jobs.openJob(syncId);
  const connections = own(
    createConnectionsFeature({
      ...shared,
      view: options.connectionsView,
      ledger,
      log,
      workspaceState,
      preferences: globalState,
      open: (entityId) =>
        void connectionPages()
          .then((pages) => pages.open(entityId))
          .catch(report),
      openJob,
    }),
  );
  const { startSyncs } = connections;
  const jobs = own(
    createJobsFeature({
      ...shared,
      view: options.jobsView,
      ledgerAccess: ledger.access,
      distFolder,
      startSyncs,
      settings,
      retryUpload: (job) => upload.retry(job),
      serviceProblems: () => serviceProblems(),
    }),
  );
  const check = own(createCheckFeature({ distFolder, settings, report, log }));
  const onDidCheck = (uri: vscode.Uri, result: CheckResult): void => void check.showResult(uri, result).catch(report);
  const upload = own(
    createUploadFeature({
      ...shared,
      store,
      ledger,
      secrets,
      settings,
      storageUri,
      log,
      distFolder,
      storagePath: demo.isDemo ? undefined : storagePath,
      loadCheckTools: check.loadTools,
      signIn: () => signIn(),
      openJob,
      onDidCheck,
    }),
  );
  // If this fails, the next upload tries again.
  ledger.removedAtStart.forEach((accountId) => void upload.deleteAccountData(accountId).catch(() => undefined));
  const { connectionPages, overview } = createConnectionPages({
    ...shared,
    owned,
    connections,
    distFolder,
    openJob,
    uploadFile: ({ entityId }) => upload.commands['dataConnections.uploadFile']({ entityId }),
  });
  const serviceProblems = lazy(async () => {
    const { ServiceProblems } = await import('./ui/serviceProblems/serviceProblems.ts');
    const { workers } = await check.loadTools();
    return own(new ServiceProblems({ ...shared, history: upload.history, workers }));
  });
  const tasks = own(
    createTasksFeature({
      ...shared,
      upload,
      signIn: () => signIn(),
      log,
      consents: ledger.consents,
      history: upload.history,
      starter: connections.syncStarter,
      onDidCheck,
    }),
  );
  const tools = lazy(async () => {
    const { AgentTools } = await import('./ui/tools/agentTools.ts');
    const { syncStarter } = connections;
    return new AgentTools({ ...shared, syncStarter, consents: ledger.consents, upload, settings, log });
  });
  startSyncsAfterUploads({ ...shared, owned, windowId, settings, startSyncs });
  const links = createLinksFeature({
    ...shared,
    store,
    signIn: (baseUrl) => signIn({ baseUrl }),
    lookUpJob: (syncId) => tracker.lookUp(syncId, { isRetry: true }),
    showConnection: connections.reveal,
    clearFilter: connections.clearFilter,
    showJob: openJob,
    openOutsideDemo: demo.isDemo ? async (link) => (await demo.change(undefined)).openLink(link) : undefined,
  });
  const helpCommands = createHelpCommands(options, owned, core, (args) => jobs.findJob(args));
  await accounts.restore({ autoSignIn: options.autoSignIn });

  return {
    commands: {
      ...accounts.commands,
      ...connections.commands,
      ...jobs.commands,
      'dataConnections.showOverview': async () => (await overview()).open(),
      ...check.commands,
      ...upload.commands,
      ...links.commands,
      // After those of the accounts, some of which they replace while the demo runs.
      ...helpCommands,
    },
    tasks,
    report,
    openLink: links.openLink,
    dropFiles: (row, files) => upload.drop(row, files),
    uploadSaved: upload.uploadSaved,
    tools,
    signInWith: (entry) => accounts.signInWith(entry),
    stopUploads: upload.stop,
    restore: {
      [CONNECTION_PANEL]: async (panel, state) => (await connectionPages()).restore(panel, state),
      [JOB_PANEL]: jobs.restorePage,
      [OVERVIEW_PANEL]: async (panel) => (await overview()).restore(panel),
    },
    dispose: () => owned.dispose(),
  };
}

type Core = Awaited<ReturnType<typeof createCore>>;

/** What every feature uses: the log, the network, the accounts, the reports of errors, and the tracked jobs. */
async function createCore(options: FeaturesOptions, owned: DisposableStore, upload: () => UploadFeature) {
  const { extensionUri, globalState, secrets, storagePath, workspaceState, settings, demo } = options;
  const own = <T extends Disposable>(disposable: T): T => owned.add(disposable);
  const distFolder = vscode.Uri.joinPath(extensionUri, 'dist');
  const channel = own(vscode.window.createOutputChannel('Data Connections', { log: true }));
  const redactor = new Redactor();
  const log = createRedactingLog(channel, redactor);
  const windowConnection = own(new WindowProbe());
  const { fetch } = own(createFetch(log));
  const accounts: AccountsFeature = own(
    createAccountsFeature({
      secrets,
      workspaceState,
      fetch,
      windowConnection,
      settings,
      hide: (secret) => redactor.add(secret),
      lastSignOut: (accountId) => ledger.signOuts.lastOf(accountId),
      data: () => ({ ledger, upload: upload() }),
      log,
      isDemo: demo.isDemo,
    }),
  );
  const { session, store } = accounts;
  const errorReports = own(createErrorReports(accounts, channel, log));
  own(session.onDidRefuseSecret((failure) => errorReports.reportRefusedSecret(failure)));
  const tracking = own(
    await createJobTracking({
      session,
      hasAccount: (accountId) => store.find(accountId) !== undefined,
      storagePath: demo.isDemo ? undefined : storagePath,
      storage: globalState,
      settings,
      windowConnection,
      log,
    }),
  );
  const { feed, ledger, tracker, windowId } = tracking;
  own(ledger.signOuts.onDidFind((accountId) => void store.handleSignOut(accountId)));
  const shared = { session, feed, tracker, report: errorReports.report };
  return { accounts, channel, distFolder, fetch, ledger, log, redactor, shared, windowId };
}

function createErrorReports(
  { session, signIn }: AccountsFeature,
  channel: vscode.LogOutputChannel,
  log: Logger,
): ErrorReports {
  return new ErrorReports((error, { report, isReasonShown }) => {
    // The account that is active now, even if another one is when the user clicks.
    const { state } = session;
    const prefill = state.kind === 'signedIn' ? prefillOf(state.account) : {};
    const actions = {
      signIn: (given: SignInPrefill = prefill) => signIn(given),
      showLog: () => channel.show(),
      report,
    };
    reportError(error, log, actions, { isReasonShown });
  });
}

/** The commands that get users started, explain problems, and find their causes. */
function createHelpCommands(
  { extensionUri, secrets, settings, storagePath, demo }: FeaturesOptions,
  owned: DisposableStore,
  { accounts, channel, distFolder, fetch, ledger, log, redactor, shared }: Core,
  findJob: (args: readonly unknown[]) => Promise<Job>,
) {
  const diagnosis = owned.add(
    createDiagnoseFeature({
      ...shared,
      store: accounts.store,
      settings,
      secrets,
      fetch,
      storagePath,
      ledger,
      redact: (text) => redactor.redact(text),
      createClient: (account) => accounts.clientFor(account),
      findJob,
    }),
  );
  const explain = owned.add(createExplainFeature());
  const firstRun = createFirstRunFeature({ ...shared, extensionUri, distFolder, demo, log });
  return {
    ...diagnosis.commands,
    ...explain.commands,
    ...firstRun.commands,
    'dataConnections.showLog': () => channel.show(),
  };
}

interface ConnectionPagesOptions {
  readonly owned: DisposableStore;
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly tracker: JobTracker;
  readonly connections: ConnectionsFeature;
  readonly distFolder: vscode.Uri;
  readonly openJob: (syncId: string) => Promise<void>;
  readonly uploadFile: (connection: Pick<Connection, 'entityId'>) => Promise<unknown>;
  readonly report: (error: unknown) => void;
}

/** The pages of single connections, and the overview of all. Each is loaded when it is first opened. */
function createConnectionPages({ owned, connections, openJob, uploadFile, ...shared }: ConnectionPagesOptions) {
  const { commands, favorites, viewOptions, clearFilter, startSyncs, view } = connections;
  const connectionPages = lazy(async () => {
    const { ConnectionPages } = await import('./ui/connectionPage/connectionPages.ts');
    return owned.add(
      new ConnectionPages({
        ...shared,
        connections: view.current,
        lastJobs: view.lastJobs,
        startSync: ({ entityId, entityName }) =>
          startSyncs({ targets: [{ entityId, entityName, isRow: true }], isList: false }),
        uploadFile,
        openJob,
        onDidChangeVisibility: (isAnyVisible) => view.setNeeded('pages', isAnyVisible),
      }),
    );
  });
  const overview = lazy(async () => {
    const { Overview } = await import('./ui/overview/overview.ts');
    return owned.add(
      new Overview({
        ...shared,
        connections: view.current,
        viewOptions,
        favorites,
        openConnection: async (entityId) => (await connectionPages()).open(entityId),
        changeFilter: () => commands['dataConnections.filterConnections'](),
        changeGrouping: () => commands['dataConnections.groupConnections'](),
        showAll: clearFilter,
        onDidChangeVisibility: (isVisible) => view.setNeeded('overview', isVisible),
      }),
    );
  });
  return { connectionPages, overview };
}

interface SyncAfterUploadsOptions {
  readonly owned: DisposableStore;
  readonly session: Session;
  readonly tracker: JobTracker;
  readonly windowId: string;
  readonly settings: () => Pick<Settings, 'syncAfterUpload'>;
  readonly startSyncs: ConnectionsFeature['startSyncs'];
  readonly report: (error: unknown) => void;
}

function startSyncsAfterUploads(options: SyncAfterUploadsOptions): void {
  const { owned, tracker, settings, startSyncs, report } = options;
  const syncAfter = lazy(async () => {
    const { SyncAfterUploads } = await import('./app/sync/syncAfterUploads.ts');
    const start = ({ entityId, entityName, accountId }: Job): void => {
      // Not as a row: the last list of connections may still show it as syncing because of the upload, so the service decides.
      startSyncs({ targets: [{ entityId, entityName }], isList: false }, { accountId }).catch(report);
    };
    return owned.add(new SyncAfterUploads({ ...options, start }));
  });
  const handle = async (jobs: ClaimedJobs): Promise<void> =>
    settings().syncAfterUpload ? (await syncAfter()).handleOutcomes(jobs) : undefined;
  owned.add(tracker.onDidClaimOutcome((jobs) => void handle(jobs).catch(report)));
}
