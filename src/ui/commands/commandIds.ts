/** The commands in the menus of rows. A test compares them with the manifest. */
export const ROW_COMMAND_IDS = [
  'dataConnections.startSync',
  'dataConnections.uploadToThisConnection',
  'dataConnections.retryUpload',
  'dataConnections.uploadVersionAgain',
  'dataConnections.showInFile',
  'dataConnections.openJob',
  'dataConnections.retrySync',
  'dataConnections.stopWatching',
  'dataConnections.showConnectionJobs',
  'dataConnections.copyEntityId',
  'dataConnections.copySyncId',
  'dataConnections.copyName',
  'dataConnections.addFavorite',
  'dataConnections.removeFavorite',
  'dataConnections.showLastJob',
  'dataConnections.copyLink',
  'dataConnections.copyAsCurl',
  'dataConnections.copySupportInfo',
  'dataConnections.openConnection',
] as const;

/** Every command that the manifest contributes. A test compares the two lists. */
export const COMMAND_IDS = [
  ...ROW_COMMAND_IDS,
  'dataConnections.signIn',
  'dataConnections.signOut',
  'dataConnections.switchAccount',
  'dataConnections.getStarted',
  'dataConnections.openSample',
  'dataConnections.tryDemo',
  'dataConnections.leaveDemo',
  'dataConnections.refresh',
  'dataConnections.uploadActiveEditor',
  'dataConnections.uploadFile',
  'dataConnections.uploadToConnection',
  'dataConnections.repeatLastUpload',
  'dataConnections.compareWithLastUpload',
  'dataConnections.checkActiveEditor',
  'dataConnections.showColumnProfile',
  'dataConnections.checkData',
  'dataConnections.copyControlTotals',
  'dataConnections.explainProblem',
  'dataConnections.showJobs',
  'dataConnections.clearFinishedJobs',
  'dataConnections.filterJobs',
  'dataConnections.clearJobFilter',
  'dataConnections.compareAccounts',
  'dataConnections.diagnose',
  'dataConnections.showLog',
  'dataConnections.groupConnections',
  'dataConnections.sortConnections',
  'dataConnections.filterConnections',
  'dataConnections.clearConnectionFilter',
  'dataConnections.showFailingOnly',
  'dataConnections.showAllConnections',
  'dataConnections.showOverview',
  'dataConnections.showMoreConnections',
] as const;

export type CommandId = (typeof COMMAND_IDS)[number];

/** The address of a link that runs a command. */
export function commandLink(id: CommandId, ...args: readonly unknown[]): string {
  return `command:${id}?${encodeURIComponent(JSON.stringify(args))}`;
}

/** Arguments may come from keyboard shortcuts, menus and other extensions. The result is returned to the caller. */
type CommandHandler = (...args: readonly unknown[]) => unknown;

/** The handlers of some commands. */
export type CommandTable<T extends CommandId = CommandId> = Readonly<Record<T, CommandHandler>>;
