import type { Uri } from 'vscode';
import type { SecretStorage } from '../../app/session/storedAccounts.ts';
import { UploadHistory, workspaceKey } from '../../app/upload/uploadHistory.ts';
import { activeAccount } from '../../app/session/session.ts';
import type { Session } from '../../app/session/session.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { lazy } from '../../base/lazy.ts';
import type { Ledger } from '../../jobs/store/ledger.ts';
import type { Job } from '../../model/job.ts';
import { fileTargetSettings } from '../currentSettings.ts';
import type { CheckTools } from '../editor/checkTools.ts';
import type { Settings } from '../settings.ts';
import type { UploadCommands, UploadCommandsOptions } from './uploadCommands.ts';
import { createUploadStorage } from './uploadStorage.ts';

interface UploadFeatureOptions extends Pick<
  UploadCommandsOptions,
  'feed' | 'store' | 'tracker' | 'log' | 'signIn' | 'onDidCheck' | 'distFolder' | 'openJob' | 'report'
> {
  readonly session: Session;
  readonly settings: () => Settings;
  readonly ledger: Pick<Ledger, 'uploads' | 'consents' | 'signOuts'>;
  readonly secrets: SecretStorage;
  readonly loadCheckTools: () => Promise<CheckTools>;
  /** The folder in which fingerprints and copies of uploads are stored; undefined if they are not stored. */
  readonly storagePath: string | undefined;
  /** VS Code's storage folder for the workspace; undefined without a workspace. */
  readonly storageUri: Uri | undefined;
}

export type UploadFeature = ReturnType<typeof createUploadFeature>;

/** Uploads of editors and files. The implementation is loaded when the first command is run. */
export function createUploadFeature({
  ledger,
  storageUri,
  settings,
  loadCheckTools,
  secrets,
  storagePath,
  ...options
}: UploadFeatureOptions) {
  const owned = new DisposableStore();
  const { uploads, consents, signOuts } = ledger;
  const history = new UploadHistory(uploads, workspaceKey(storageUri?.toString()), options.tracker);
  const { session, report } = options;
  const storage = owned.add(createUploadStorage({ storagePath, secrets, signOuts, settings, report }));
  const loadTitle = lazy(async () => {
    const { EditorTitle } = await import('../editorTitle/editorTitle.ts');
    return owned.add(new EditorTitle({ session, history, settings, targetSettings: fileTargetSettings }));
  });
  const updateTitle = async (): Promise<void> => {
    if (session.state.kind === 'signedIn') {
      (await loadTitle()).update();
    }
  };
  const updateTitleSoon = (): void => void updateTitle().catch(report);
  owned.add(session.onDidChange(updateTitleSoon));
  updateTitleSoon();
  let loaded: UploadCommands | undefined;
  const load = lazy(async () => {
    const [{ UploadCommands }, { UploadIntents }, { workers, decodings }, copies, fingerprintStore] = await Promise.all(
      [
        import('./uploadCommands.ts'),
        import('../../jobs/store/uploadIntents.ts'),
        loadCheckTools(),
        storage.loadCopies(),
        storage.loadFingerprints(),
      ],
    );
    const intents = owned.add(new UploadIntents(uploads));
    const stored = { history, intents, consents, copies, fingerprintStore };
    return (loaded = owned.add(new UploadCommands({ ...options, ...stored, settings, workers, decodings })));
  });
  const run = async <T>(command: (commands: UploadCommands) => Promise<T>): Promise<T> => {
    try {
      return await command(await load());
    } finally {
      updateTitleSoon();
    }
  };
  const reportInterrupted = (): void => {
    const accountId = activeAccount(session)?.id;
    const ids = accountId === undefined ? [] : uploads.sendingIds(accountId);
    if (accountId !== undefined && ids.length > 0) {
      run((commands) => commands.reportInterrupted(accountId, ids)).catch(report);
    }
  };
  owned.add(session.onDidChange(reportInterrupted));
  const command =
    <T>(work: (commands: UploadCommands, args: readonly unknown[]) => Promise<T>) =>
    (...args: readonly unknown[]): Promise<T> =>
      run((commands) => work(commands, args));
  return {
    history,
    uploadFor: (...args: Parameters<UploadCommands['uploadFor']>) => run((commands) => commands.uploadFor(...args)),
    sourceOf: async (...args: Parameters<UploadCommands['sourceOf']>) => (await load()).sourceOf(...args),
    reviewLines: async (...args: Parameters<UploadCommands['reviewLines']>) => (await load()).reviewLines(...args),
    /** Uploads files that are dropped on a row of the Connections view. */
    drop: (...args: Parameters<UploadCommands['drop']>) => run((commands) => commands.drop(...args)),
    /** Call this when the user has saved a file that is uploaded on save. */
    uploadSaved: (uri: Uri) => run((commands) => commands.uploadSaved(uri)),
    /** Repeats the upload of a job after a review. Resolves to the new job, or to undefined if nothing was sent. */
    retry: (job: Job) => run((commands) => commands.repeated.retry(job)),
    /** Stops all uploads. Resolves once the outcome of what was being sent is recorded. */
    stop: async (): Promise<void> => loaded?.stop(),
    /** Deletes the fingerprints and copies of an account's uploads. */
    deleteAccountData: storage.deleteAccount,
    commands: {
      'dataConnections.uploadActiveEditor': command((commands, args) => commands.uploadActiveEditor(args)),
      'dataConnections.uploadFile': command((commands, args) => commands.uploadFile(args)),
      'dataConnections.uploadToConnection': command((commands, args) => commands.uploadToConnection(args)),
      'dataConnections.uploadToThisConnection': command((commands, args) => commands.uploadToThisConnection(args)),
      'dataConnections.repeatLastUpload': command((commands) => commands.repeated.repeatLast()),
      'dataConnections.compareWithLastUpload': command((commands, args) => commands.compareWithLast(args)),
      'dataConnections.uploadVersionAgain': command((commands, args) => commands.repeated.uploadVersionAgain(args)),
      'dataConnections.retryUpload': command((commands, args) => commands.repeated.retryFromCommand(args)),
    },
    dispose: () => owned.dispose(),
  };
}
