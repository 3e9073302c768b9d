import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from 'vscode';
import type { SecretStorage } from '../../app/session/storedAccounts.ts';
import { lazy } from '../../base/lazy.ts';
import type { Ledger } from '../../jobs/store/ledger.ts';
import { SETTINGS_SECTION } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { copiesFolder } from './uploadCopyFileSystem.ts';

interface UploadStorageOptions {
  /** The folder in which fingerprints and copies of uploads are stored; undefined if they are not stored. */
  readonly storagePath: string | undefined;
  readonly secrets: SecretStorage;
  readonly signOuts: Pick<Ledger['signOuts'], 'last'>;
  readonly settings: () => Pick<Settings, 'compareLoads' | 'keptCopiesBytes'>;
  readonly report: (error: unknown) => void;
}

/** The fingerprints and copies of uploads that are stored on this machine, within what the settings allow. Loaded when first used. */
export function createUploadStorage({ storagePath, secrets, signOuts, settings, report }: UploadStorageOptions) {
  const loadFingerprints = lazy(async () => {
    const { FingerprintStore } = await import('../../app/upload/fingerprintStore.ts');
    const folder = storagePath === undefined ? undefined : join(storagePath, 'loads');
    return new FingerprintStore({ folder, secrets, isEnabled: () => settings().compareLoads });
  });
  const loadCopies = lazy(async () => {
    const { UploadCopies } = await import('../../app/upload/uploadCopies.ts');
    if (storagePath === undefined) {
      return undefined;
    }
    const copies = new UploadCopies({
      folder: copiesFolder(storagePath),
      limitBytes: () => settings().keptCopiesBytes,
      lastSignOuts: () => signOuts.last,
    });
    // Not awaited, so that an upload is neither delayed by this nor fails because of it.
    copies.trim().catch(report);
    return copies;
  });
  const deleteFingerprintsIfOff = (): void => {
    if (!settings().compareLoads) {
      loadFingerprints()
        .then((fingerprints) => fingerprints.deleteAll())
        .catch(report);
    }
  };
  const configuration = workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(`${SETTINGS_SECTION}.upload.compareLoads`)) {
      deleteFingerprintsIfOff();
    }
    if (change.affectsConfiguration(`${SETTINGS_SECTION}.upload.keepCopies`)) {
      loadCopies()
        .then((copies) => copies?.trim())
        .catch(report);
    }
  });
  // The settings may have been changed while no window was open.
  deleteFingerprintsIfOff();
  if (storagePath !== undefined && settings().keptCopiesBytes === 0 && existsSync(copiesFolder(storagePath))) {
    loadCopies().catch(report);
  }
  return {
    loadFingerprints,
    loadCopies,
    /** Deletes the fingerprints and copies of an account's uploads. */
    deleteAccount: async (accountId: string): Promise<void> => {
      const [fingerprints, copies] = await Promise.all([loadFingerprints(), loadCopies()]);
      await Promise.all([fingerprints.deleteAccount(accountId), copies?.deleteAccount(accountId)]);
    },
    dispose: () => void configuration.dispose(),
  };
}
