import * as vscode from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import { plainText } from '../../base/displayText.ts';
import { notificationText, titleText } from '../../base/sinkText.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { Connection } from '../../model/connection.ts';
import type { StartedJob } from '../../model/upload.ts';
import type { AccountClient, Session } from '../../app/session/session.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { showInformation, showWarning } from '../window/notifications.ts';
import { readTargets } from './commandTargets.ts';
import type { CommandTarget, CommandTargets } from './commandTargets.ts';
import { connectionName } from '../../model/connection.ts';
import type { ConnectionsView } from './connectionsView.ts';
import { otherConnection } from '../../app/connections/knownConnection.ts';
import { lookForSync } from './lostSync.ts';
import type { KnownSyncs } from './lostSync.ts';
import { pickConnection } from './pickConnection.ts';
import type { StartedSync } from './startedSync.ts';
import { startSeveral } from './startSeveral.ts';

interface SyncStarterOptions {
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly view: Pick<ConnectionsView, 'connections' | 'showProgress'>;
  readonly jobs: Pick<JobTracker, 'start' | 'jobs'>;
}

/** Who starts a sync, agreed to by the user where that needed asking. */
type Starter = AccountClient;

/** Starts syncs for the command. A request is never repeated: where its answer is lost, the service is looked at instead. */
export class SyncStarter {
  readonly #options: SyncStarterOptions;
  /** By account and entity, so that a second click while the first is on its way does not start a second sync. */
  readonly #underway = new Map<string, Promise<StartedSync>>();

  constructor(options: SyncStarterOptions) {
    this.#options = options;
  }

  /**
   * Takes a row, a row and the selection it is part of, `{ entityId }`, a list of either, or nothing, which asks.
   * Returns what was started: one for one, a list for a list, undefined where the user chose nothing or where all
   * chosen rows sync already. Throws `ApiError` and `UserError`.
   */
  async start(args: readonly unknown[]): Promise<StartedSync | readonly StartedSync[] | undefined> {
    const asked = readTargets(args) ?? (await this.#pick());
    if (asked === undefined) {
      return undefined;
    }
    const targets = asked.targets.filter((target) => !this.#isShownSyncing(target));
    if (targets.length < asked.targets.length) {
      this.#sayAlreadySyncing(asked.targets.filter((target) => !targets.includes(target)));
    }
    const [only] = targets;
    if (only === undefined) {
      return undefined;
    }
    const as = await this.#options.session.clientForStarting();
    if (as === undefined) {
      return undefined;
    }
    return this.#options.view.showProgress<StartedSync | readonly StartedSync[]>(() =>
      asked.isList
        ? startSeveral(
            targets,
            (target) => this.#startOnce(target, as),
            (target) => this.#nameOf(target),
          )
        : this.#startOnce(only, as),
    );
  }

  async #pick(): Promise<CommandTargets | undefined> {
    if (this.#options.session.state.kind === 'signedOut') {
      throw new ApiError({ kind: 'signedOut' });
    }
    const connection = await pickConnection(this.#options.feed, {
      title: titleText(vscode.l10n.t('Start Sync')),
      placeholder: titleText(vscode.l10n.t('The connection to sync')),
    });
    return connection && { targets: [{ ...connection, isRow: true }], isList: false };
  }

  #startOnce(target: CommandTarget, as: Starter): Promise<StartedSync> {
    const key = JSON.stringify([as.account.id, target.entityId]);
    const underway = this.#underway.get(key) ?? this.#request(target, as).finally(() => this.#underway.delete(key));
    this.#underway.set(key, underway);
    return underway;
  }

  async #request(target: CommandTarget, { account, client }: Starter): Promise<StartedSync> {
    const name = this.#nameOf(target);
    const known = this.#knownSyncs(target);
    const started = await client.startSync(target.entityId).catch((error: unknown): Promise<StartedJob> => {
      if (error instanceof ApiError && error.mayHaveArrived) {
        return lookForSync(this.#options.feed, { entityId: target.entityId, name, known, why: error.failure });
      }
      throw error;
    });
    const other = otherConnection(started, target.entityId, this.#options.feed);
    if (other !== undefined) {
      const message = vscode.l10n.t(
        'The sync of “{0}” was asked for, but the service says that it started that of “{1}”.',
        plainText(name, 80),
        plainText(other, 80),
      );
      void showWarning(notificationText(message));
    }
    this.#options.jobs.start(started, { kind: 'sync', entityName: other ?? name, accountId: account.id });
    return { syncId: started.syncId, entityId: started.entityId };
  }

  #knownSyncs({ entityId }: CommandTarget): KnownSyncs {
    const { feed, jobs } = this.#options;
    if (feed.state.kind !== 'loaded') {
      return undefined;
    }
    return new Set(
      [...feed.state.connections.map((row) => ({ ...row, syncId: row.lastSyncId })), ...jobs.jobs].flatMap((row) =>
        row.entityId === entityId && row.syncId !== undefined ? [row.syncId] : [],
      ),
    );
  }

  /** An id given by a program is sent whatever the view shows: the service decides. */
  #isShownSyncing(target: CommandTarget): boolean {
    return target.isRow && this.#connectionOf(target)?.isCurrentlySyncing === true;
  }

  #sayAlreadySyncing(targets: readonly CommandTarget[]): void {
    const [first] = targets;
    const message =
      first !== undefined && targets.length === 1
        ? vscode.l10n.t('“{0}” is syncing already.', this.#nameOf(first))
        : vscode.l10n.t('{0} of the chosen connections are syncing already.', targets.length);
    void showInformation(notificationText(message));
  }

  #connectionOf({ entityId }: CommandTarget): Connection | undefined {
    return this.#options.view.connections.find((connection) => connection.entityId === entityId);
  }

  #nameOf(target: CommandTarget): string {
    const { entityId, entityName } = this.#connectionOf(target) ?? target;
    return connectionName({ entityId, entityName: entityName ?? '' });
  }
}
