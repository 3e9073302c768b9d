import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lazy } from '../../base/lazy.ts';
import type { FingerprintFile } from '../../data/fingerprint/storedLoad.ts';
import { accountKey } from '../session/storedAccounts.ts';
import type { SecretStorage } from '../session/storedAccounts.ts';

/** The keys of the secrets in VS Code's secret storage; what follows is the account's ID. */
const SECRET_PREFIX = 'dataConnections.loads.';
const SECRET_BYTES = 32;

/** Where the load before the last one to the same connection is kept, because the job of the last one may fail. */
export function earlierFile({ path, secret }: FingerprintFile): FingerprintFile {
  return { path: `${path}-earlier`, secret };
}

interface FingerprintStoreOptions {
  /** Shared by all windows. It need not exist. Undefined: nothing is kept. */
  readonly folder: string | undefined;
  readonly secrets: Pick<SecretStorage, 'keys' | 'get' | 'store' | 'delete'>;
  /** Whether the user's settings allow it. */
  readonly isEnabled: () => boolean;
}

/**
 * Where the last loads to connections are kept: two files for each connection, in a folder for each account, encrypted with a secret of
 * the account. A file without its secret is worthless, so that deleting the secret is enough where a file can't be deleted.
 */
export class FingerprintStore {
  readonly #options: FingerprintStoreOptions;
  readonly #clean = lazy(() => this.#deleteWithoutSecret());
  /** Settles when the current deletions have finished. */
  #deleting: Promise<unknown> = Promise.resolve();

  constructor(options: FingerprintStoreOptions) {
    this.#options = options;
  }

  /** Undefined if nothing is to be kept, or neither the account nor the secret is in the secret storage. */
  async fileOf(accountId: string, entityId: string): Promise<FingerprintFile | undefined> {
    const { folder, isEnabled } = this.#options;
    if (folder === undefined || !isEnabled()) {
      return undefined;
    }
    await this.#deleting.catch(() => undefined);
    await this.#clean();
    const secret = (await this.#secretOf(accountId)) ?? (await this.#createSecret(accountId));
    const name = createHash('sha256').update(entityId).digest('hex').slice(0, 32);
    return secret === undefined ? undefined : { path: join(folder, accountId, name), secret };
  }

  /** Whether what was written with this secret may stay: it may not once the account is signed out or the user has turned it off. */
  async mayKeep(accountId: string, { secret }: FingerprintFile): Promise<boolean> {
    return this.#options.isEnabled() && (await this.#secretOf(accountId)) === secret;
  }

  /** Deletes the last loads of an account. Rejects if that fails. */
  deleteAccount(accountId: string): Promise<void> {
    return this.#delete([SECRET_PREFIX + accountId], accountId);
  }

  /** Deletes the last loads of all accounts. Rejects if that fails. */
  async deleteAll(): Promise<void> {
    const keys = await this.#options.secrets.keys();
    await this.#delete(
      keys.filter((key) => key.startsWith(SECRET_PREFIX)),
      '.',
    );
  }

  #delete(keys: readonly string[], subfolder: string): Promise<void> {
    const { folder, secrets } = this.#options;
    const erase = async (): Promise<void> => {
      await Promise.all(keys.map((key) => secrets.delete(key)));
      if (folder !== undefined) {
        await rm(join(folder, subfolder), { recursive: true, force: true });
      }
    };
    const deleted = this.#deleting.catch(() => undefined).then(erase);
    this.#deleting = deleted;
    return deleted;
  }

  async #secretOf(accountId: string): Promise<string | undefined> {
    return this.#options.secrets.get(SECRET_PREFIX + accountId);
  }

  async #createSecret(accountId: string): Promise<string | undefined> {
    const { secrets } = this.#options;
    if ((await secrets.get(accountKey(accountId))) === undefined) {
      // Signed out meanwhile, or an account that is only in the memory of this window.
      return undefined;
    }
    const secret = randomBytes(SECRET_BYTES).toString('hex');
    await secrets.store(SECRET_PREFIX + accountId, secret);
    // Read back: the storage may not work, or another window may have stored one at the same time.
    return this.#secretOf(accountId);
  }

  /** What a window wrote for an account that another one signed out meanwhile, if it was closed before it could delete it. */
  async #deleteWithoutSecret(): Promise<void> {
    const { folder = '', secrets } = this.#options;
    const accountIds = await readdir(folder).catch(() => []);
    const keys = new Set(accountIds.length === 0 ? [] : await secrets.keys());
    const withoutSecret = accountIds.filter((accountId) => !keys.has(SECRET_PREFIX + accountId));
    // A file that is in use must not keep other accounts from comparing loads. The next window tries again.
    const remove = (accountId: string) => rm(join(folder, accountId), { recursive: true, force: true });
    await Promise.allSettled(withoutSecret.map(remove));
  }
}
