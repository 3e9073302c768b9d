import { createHash } from 'node:crypto';
import type { Uri } from 'vscode';
import { UploadHistory } from '../../app/upload/uploadHistory.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { lazy } from '../../base/lazy.ts';
import type { Ledger } from '../../jobs/store/ledger.ts';
import { UploadIntents } from '../../jobs/store/uploadIntents.ts';
import type { UploadCommandsOptions } from './uploadCommands.ts';

interface UploadFeatureOptions extends Omit<UploadCommandsOptions, 'history' | 'intents' | 'confirmedTargets'> {
  readonly ledger: Pick<Ledger, 'uploads' | 'confirmedTargets'>;
  /** Where VS Code keeps what belongs to the workspace. */
  readonly storageUri: Uri | undefined;
}

/** Uploads of editors and files. The code behind it is loaded when the first command is run. */
export function createUploadFeature({ ledger, storageUri, ...options }: UploadFeatureOptions) {
  const owned = new DisposableStore();
  const { uploads, confirmedTargets } = ledger;
  const history = new UploadHistory(uploads, workspaceKey(storageUri));
  const intents = owned.add(new UploadIntents(uploads));
  const load = lazy(async () => {
    const { UploadCommands } = await import('./uploadCommands.ts');
    return owned.add(new UploadCommands({ ...options, history, intents, confirmedTargets }));
  });
  return {
    commands: {
      'dataConnections.uploadActiveEditor': async (...args: readonly unknown[]) =>
        (await load()).uploadActiveEditor(args),
      'dataConnections.uploadFile': async (...args: readonly unknown[]) => (await load()).uploadFiles(args),
      'dataConnections.repeatLastUpload': async () => (await load()).repeatLast(),
    },
    dispose: () => owned.dispose(),
  };
}

/** Tells uploads from this workspace from those of others, without naming it. Windows without a folder share one key. */
function workspaceKey(storageUri: Uri | undefined): string {
  return storageUri === undefined ? '' : createHash('sha256').update(storageUri.toString()).digest('hex').slice(0, 16);
}
