import { commands } from 'vscode';

/** The context keys that `when` clauses of the manifest use. */
export interface ContextKeys {
  /** The stored accounts have been read. Before that, the view doesn't ask to sign in. */
  readonly ready: boolean;
  readonly signedIn: boolean;
  /** There is an account, whether or not this window uses it. */
  readonly hasAccounts: boolean;
  /** There are at least two accounts. */
  readonly severalAccounts: boolean;
  /** The window shows the demo. */
  readonly demo: boolean;
  readonly connections: 'loading' | 'empty' | 'filtered' | 'failed' | 'loaded';
  /** Why the connections could not be loaded, while `connections` is `failed`. */
  readonly failure: 'unauthorized' | 'unreachable' | 'other' | undefined;
  /**
   * The walkthrough was opened by our command. VS Code reads a walkthrough when it is first opened, and completes its steps only by what
   * happens afterwards: an earlier sign-in would not count.
   */
  readonly walkthroughOpened: boolean;
  /** The Connections view is filtered by a text. */
  readonly filtering: boolean;
  /** The Connections view shows only connections whose last sync failed. */
  readonly failingOnly: boolean;
  /** Editors of tables have an icon for uploads in their titles. */
  readonly uploadIcon: boolean;
  /** The paths of the open JSON files that also have the icon. */
  readonly filesWithTarget: readonly string[];
  /** The Jobs view is filtered. */
  readonly filteringJobs: boolean;
}

export function setContextKey<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): void {
  void commands.executeCommand('setContext', `dataConnections.${key}`, value);
}
