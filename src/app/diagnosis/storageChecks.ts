import { randomUUID } from 'node:crypto';
import type { SecretStorage } from '../session/storedAccounts.ts';

/** What became of a value that was stored, read back and deleted. */
export type SecretStorageHealth = 'works' | 'notReturned' | 'notDeleted';

/** Stores a random value under a key of its own, reads it back and deletes it. Rejects with the error of the storage. */
export async function checkSecretStorage(
  secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>,
): Promise<SecretStorageHealth> {
  // Not under the prefix of account keys, so that no window reads it as an account.
  const key = `dataConnections.diagnose.${randomUUID()}`;
  const value = randomUUID();
  const returned = await storeAndRead(secrets, key, value);
  if (returned !== value) {
    return 'notReturned';
  }
  return (await secrets.get(key)) === undefined ? 'works' : 'notDeleted';
}

/** Deletes the value in any case. */
async function storeAndRead(
  secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>,
  key: string,
  value: string,
): Promise<string | undefined> {
  try {
    await secrets.store(key, value);
    return await secrets.get(key);
  } finally {
    await secrets.delete(key);
  }
}
