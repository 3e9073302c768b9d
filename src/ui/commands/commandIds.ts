/** Every command that the manifest contributes; a test holds the two lists to each other. */
export const COMMAND_IDS = [
  'dataConnections.signIn',
  'dataConnections.signOut',
  'dataConnections.switchAccount',
  'dataConnections.refresh',
  'dataConnections.startSync',
  'dataConnections.uploadActiveEditor',
  'dataConnections.uploadFile',
  'dataConnections.repeatLastUpload',
  'dataConnections.checkActiveEditor',
  'dataConnections.explainProblem',
  'dataConnections.showJobs',
  'dataConnections.openJob',
  'dataConnections.retrySync',
  'dataConnections.stopWatching',
  'dataConnections.clearFinishedJobs',
  'dataConnections.filterJobs',
  'dataConnections.clearJobFilter',
  'dataConnections.copyEntityId',
  'dataConnections.copySyncId',
  'dataConnections.showLog',
  'dataConnections.groupConnections',
  'dataConnections.sortConnections',
  'dataConnections.filterConnections',
  'dataConnections.clearConnectionFilter',
] as const;

export type CommandId = (typeof COMMAND_IDS)[number];

/** What a command does. Arguments come from anywhere: keyboard shortcuts, other extensions, menus. What it returns goes to the caller. */
export type CommandHandler = (...args: readonly unknown[]) => unknown;

/** The handlers of some commands. */
export type CommandTable<T extends CommandId = CommandId> = Readonly<Record<T, CommandHandler>>;
