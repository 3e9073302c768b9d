import { commands } from 'vscode';

/** What `when` clauses of the manifest may ask about. */
interface ContextKeys {
  /** The stored accounts have been read: before that, nobody is told to sign in. */
  readonly ready: boolean;
  readonly signedIn: boolean;
  /** There is an account to switch to or sign out of, whether or not this window uses one. */
  readonly hasAccounts: boolean;
  readonly connections: 'loading' | 'empty' | 'filtered' | 'failed' | 'loaded';
  readonly filtering: boolean;
}

export function setContextKey<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): void {
  void commands.executeCommand('setContext', `dataConnections.${key}`, value);
}
