import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import { createSessionFeed } from '../../app/connections/sessionFeed.ts';
import type { Session } from '../../app/session/session.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import type { WindowConnection } from '../../app/tracking/windowConnection.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { Ledger } from '../../jobs/store/ledger.ts';
import type { RemovalStorage } from '../../jobs/database/ledgerPaths.ts';
import { SETTINGS_SECTION } from '../settings.ts';
import type { Settings } from '../settings.ts';

interface JobTrackingOptions {
  readonly session: Session;
  readonly hasAccount: (accountId: string) => boolean;
  /** The folder of the ledger; undefined for one in memory. */
  readonly storagePath: string | undefined;
  readonly storage: RemovalStorage;
  readonly settings: () => Pick<Settings, 'refreshIntervalMs'>;
  readonly windowConnection: WindowConnection;
  readonly log: Logger;
}

interface JobTracking extends Disposable {
  readonly ledger: Ledger;
  readonly feed: ConnectionFeed;
  readonly tracker: JobTracker;
  /** Identifies this window until it is reloaded. */
  readonly windowId: string;
}

/** Opens the ledger, and tracks the connections and jobs of the account that this window uses. */
export async function createJobTracking(options: JobTrackingOptions): Promise<JobTracking> {
  const { session, hasAccount, storagePath, storage, settings, windowConnection, log } = options;
  // Loaded in parallel, which shortens the start-up of the extension.
  const [{ openLedger, openMemoryLedger }, { JobTracker }] = await Promise.all([
    import('../../jobs/store/ledger.ts'),
    import('../../app/tracking/jobTracker.ts'),
  ]);
  const owned = new DisposableStore();
  const ledger = owned.add(
    storagePath === undefined ? openMemoryLedger(log) : openLedger({ folder: storagePath, storage, log }),
  );
  const store = ledger.jobs;
  owned.add(session.onDidChange((state) => state.kind === 'signedIn' && ledger.handleSignIn(state.account.id)));
  const feed = owned.add(
    createSessionFeed({
      session,
      store,
      intervalMs: () => settings().refreshIntervalMs,
      language: vscode.env.language,
    }),
  );
  owned.add(
    vscode.workspace.onDidChangeConfiguration(
      (change) => change.affectsConfiguration(SETTINGS_SECTION) && feed.reschedule(),
    ),
  );
  // From then on, the interval in the workspace settings is used.
  owned.add(vscode.workspace.onDidGrantWorkspaceTrust(() => feed.reschedule()));
  const isFocused = (): boolean => vscode.window.state.focused;
  const windowId = randomUUID();
  const { uploads } = ledger;
  const tracker = owned.add(
    new JobTracker({ session, feed, store, uploads, hasAccount, isFocused, windowConnection, windowId, log }),
  );
  owned.add(vscode.window.onDidChangeWindowState(({ focused }) => tracker.setFocused(focused)));
  return { ledger, feed, tracker, windowId, dispose: () => owned.dispose() };
}
