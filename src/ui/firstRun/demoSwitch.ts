import type { ExtensionContext, Memento, Uri } from 'vscode';
import type { OpenLink } from '../../app/links/linkOpener.ts';
import type { Session } from '../../app/session/session.ts';
import type { SignInEntry } from '../../app/session/signInEntry.ts';
import type { SecretStorage } from '../../app/session/storedAccounts.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { CommandTable } from '../commands/commandIds.ts';

/** A running demo, with storage that exists only as long as the demo. */
export interface Demo extends Disposable {
  /** Whether the window was signed in before, so that it signs in again when the demo is left. */
  readonly wasSignedIn: boolean;
  readonly storage: {
    readonly secrets: SecretStorage;
    readonly globalState: ExtensionContext['globalState'];
    readonly workspaceState: Memento;
  };
}

/** What starting and leaving a demo needs of the features. */
export interface DemoFeatures {
  readonly commands: CommandTable;
  readonly openLink: OpenLink;
  signInWith(entry: SignInEntry): Promise<unknown>;
}

/** The window shows either the user's accounts or the demo. */
export interface DemoSwitch {
  readonly isDemo: boolean;
  /**
   * Stops the uploads, ends the current demo, and replaces all features with those of the next demo or, without one, of the user's accounts.
   */
  change(next: Demo | undefined): Promise<DemoFeatures>;
}

export interface FirstRunOptions {
  readonly extensionUri: Uri;
  /** The folder of the demo's script. */
  readonly distFolder: Uri;
  readonly session: Pick<Session, 'state'>;
  readonly demo: DemoSwitch;
  readonly log: Logger;
  readonly report: (error: unknown) => void;
}
