import type { Disposable } from '../../base/disposable.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import type { Logger } from '../../base/logger.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Account, Credential } from '../../model/account.ts';
import { secretsOf } from '../../model/account.ts';
import { serializeRecord } from './accountRecord.ts';
import type { AccountRecord, StoredRecord } from './accountRecord.ts';
import { accountIdOf, accountKey } from './storedAccounts.ts';
import type { SecretStorage } from './storedAccounts.ts';

/** An account this window knows. `isStored` is false if its secret could not be stored: it then lasts until the window closes. */
export interface KnownAccount {
  readonly account: Account;
  readonly isStored: boolean;
}

interface AccountStoreOptions {
  readonly secrets: SecretStorage;
  readonly log: Logger;
  /** Called with every secret as soon as it is known, before anything about it can be logged. */
  readonly hide: (secret: string) => void;
  /** When the account was last signed out, in any window. */
  readonly lastSignOut: (accountId: string) => EpochMs | undefined;
}

interface RereadOptions {
  /**
   * Whether the window reads the record for the first time, and deletes it if it is outdated. It must not do so later: in a browser, deleting
   * a secret stores all others again as this window read them when it started.
   */
  readonly isFirst: boolean;
}

/**
 * The accounts of this machine, in VS Code's secret storage and nowhere else: one record each, with its secret. Secrets
 * are read again for every request; only those that could not be stored are held in memory.
 */
export class AccountStore implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #didChange = this.#owned.add(new Emitter<void>());

  /** Fires when an account was added, removed or changed, in this window or another. */
  readonly onDidChange: Event<void> = this.#didChange.event;

  readonly #didStoreSecret = this.#owned.add(new Emitter<string>());

  /** Fires with the ID of an account whose secret was stored, in this window or another; it may be the same as before. */
  readonly onDidStoreSecret: Event<string> = this.#didStoreSecret.event;

  readonly #options: AccountStoreOptions;
  readonly #known = new Map<string, KnownAccount>();
  readonly #windowOnly = new Map<string, Credential>();
  /** Removed accounts whose secret is being deleted, or could not be: what the storage still has of them is ignored. */
  readonly #removed = new Set<string>();
  #removals = 0;

  constructor(options: AccountStoreOptions) {
    this.#options = options;
  }

  /** All accounts, by workspace name. */
  get all(): readonly KnownAccount[] {
    return [...this.#known.values()].sort(
      (a, b) =>
        a.account.workspace.name.localeCompare(b.account.workspace.name) ||
        a.account.user.email.localeCompare(b.account.user.email),
    );
  }

  find(accountId: string): KnownAccount | undefined {
    return this.#known.get(accountId);
  }

  /** Reads the stored accounts, and follows their changes. A record that can't be read is skipped, left where it is, and logged. */
  async load(): Promise<void> {
    this.#followChanges();
    try {
      const keys = await this.#options.secrets.keys();
      const ids = keys.flatMap((key) => accountIdOf(key) ?? []);
      await Promise.all(ids.map((id) => this.#rereadSafely(id, { isFirst: true })));
    } catch (error) {
      this.#options.log.error(`The secret storage can't be read: ${String(error)}`);
    }
  }

  /** Call this when another window has signed out of the account. In a browser, VS Code doesn't say that its secret is deleted. */
  async handleSignOut(accountId: string): Promise<void> {
    if (this.#known.has(accountId)) {
      await this.#rereadSafely(accountId);
    }
  }

  /** The account's secret as it is stored now; undefined once it was removed, in this window or another. */
  async credential(accountId: string): Promise<Credential | undefined> {
    return this.#windowOnly.get(accountId) ?? (await this.#rereadSafely(accountId))?.credential;
  }

  /** Stores an account whose secret was verified, and reads it back. If that fails, the account lasts until the window closes. */
  async save(record: AccountRecord): Promise<KnownAccount> {
    const { id } = record.account;
    this.#hide(record.credential);
    this.#removed.delete(id);
    const isStored = await this.#store(id, record);
    if (isStored) {
      this.#windowOnly.delete(id);
    } else {
      this.#windowOnly.set(id, record.credential);
    }
    return this.#remember({ account: record.account, isStored });
  }

  /** Forgets the account at once, then deletes its secret. If that rejects, `load` deletes it the next time. */
  async remove(accountId: string): Promise<void> {
    this.#removed.add(accountId);
    this.#removals++;
    this.#windowOnly.delete(accountId);
    this.#forget(accountId);
    await this.#options.secrets.delete(accountKey(accountId));
    this.#removed.delete(accountId);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #followChanges(): void {
    this.#owned.add(
      this.#options.secrets.onDidChange(({ key }) => {
        const id = accountIdOf(key);
        if (id !== undefined) {
          void this.#handleStored(id);
        }
      }),
    );
  }

  async #handleStored(id: string): Promise<void> {
    if (await this.#rereadSafely(id)) {
      this.#didStoreSecret.fire(id);
    }
  }

  /** Returns whether the record was stored and could be read back. */
  async #store(id: string, record: AccountRecord): Promise<boolean> {
    // Later than the last sign-out even if the clock was set back.
    const storedAt = Math.max(Date.now(), (this.#options.lastSignOut(id) ?? 0) + 1);
    const json = serializeRecord({ ...record, storedAt });
    try {
      await this.#options.secrets.store(accountKey(id), json);
      if ((await this.#options.secrets.get(accountKey(id))) === json) {
        return true;
      }
      this.#options.log.warn('The secret storage did not return what was stored.');
    } catch (error) {
      this.#options.log.warn(`The secret storage can't be written: ${String(error)}`);
    }
    return false;
  }

  /** Like `#reread`, but if the storage fails, the account stays, and nothing can be sent until it works again. */
  async #rereadSafely(id: string, options?: RereadOptions): Promise<AccountRecord | undefined> {
    try {
      return await this.#reread(id, options);
    } catch (error) {
      this.#options.log.error(`The secret of account ${id} can't be read: ${String(error)}`);
      return undefined;
    }
  }

  async #reread(id: string, { isFirst }: RereadOptions = { isFirst: false }): Promise<AccountRecord | undefined> {
    const removals = this.#removals;
    const json = await this.#options.secrets.get(accountKey(id));
    // Loaded only if there is a record, to keep a start without accounts fast.
    const record = json === undefined ? undefined : (await import('./parseAccountRecord.ts')).parseAccountRecord(json);
    if (this.#windowOnly.has(id) || this.#removed.has(id)) {
      return undefined;
    }
    if (removals !== this.#removals) {
      // What was read may be of the account that was removed meanwhile.
      return this.#reread(id, { isFirst });
    }
    if (record?.account.id !== id) {
      if (json !== undefined) {
        this.#options.log.warn(`The record of account ${id} is damaged and was skipped. Sign in again to renew it.`);
      }
      this.#forget(id);
      return undefined;
    }
    if (this.#isOutdated(record)) {
      this.#forget(id);
      if (isFirst) {
        await this.#options.secrets.delete(accountKey(id));
      }
      return undefined;
    }
    this.#hide(record.credential);
    this.#remember({ account: record.account, isStored: true });
    return record;
  }

  /** Whether the account was signed out after the record was stored, but its secret could not be deleted or was stored again. */
  #isOutdated({ account, storedAt = Infinity }: StoredRecord): boolean {
    return storedAt <= (this.#options.lastSignOut(account.id) ?? -Infinity);
  }

  #remember(known: KnownAccount): KnownAccount {
    const before = this.#known.get(known.account.id);
    if (before && JSON.stringify(before) === JSON.stringify(known)) {
      return before;
    }
    this.#known.set(known.account.id, known);
    this.#didChange.fire();
    return known;
  }

  #forget(id: string): void {
    if (this.#known.delete(id)) {
      this.#didChange.fire();
    }
  }

  #hide(credential: Credential): void {
    secretsOf(credential).forEach((secret) => this.#options.hide(secret));
  }
}
