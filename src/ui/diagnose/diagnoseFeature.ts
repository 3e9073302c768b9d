import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { lazy } from '../../base/lazy.ts';
import type { Job } from '../../model/job.ts';
import type { CommandTable } from '../commands/commandIds.ts';
import type { CompareOptions } from './compareAccounts.ts';
import type { DiagnoseOptions } from './diagnose.ts';
import type { SupportInfoOptions } from './supportInfo.ts';

interface DiagnoseFeatureOptions extends DiagnoseOptions, Omit<CompareOptions, 'session'>, SupportInfoOptions {
  /** The job that a command was called on. Rejects with a `UserError` for any other argument. */
  readonly findJob: (args: readonly unknown[]) => Promise<Job>;
}

type DiagnoseCommand =
  | 'dataConnections.diagnose'
  | 'dataConnections.compareAccounts'
  | 'dataConnections.copyAsCurl'
  | 'dataConnections.copySupportInfo';

interface DiagnoseFeature extends Disposable {
  readonly commands: CommandTable<DiagnoseCommand>;
}

/** The commands for finding the cause of a problem and describing it to support. Their code is loaded on first use. */
export function createDiagnoseFeature(options: DiagnoseFeatureOptions): DiagnoseFeature {
  const owned = new DisposableStore();
  // Read-only, so that they can be read before they are copied, and closed without a prompt to save.
  const documents = lazy(async () => {
    const { ReadOnlyDocuments } = await import('./readOnlyDocuments.ts');
    return owned.add(new ReadOnlyDocuments('data-connections-report'));
  });
  return {
    commands: {
      'dataConnections.diagnose': async () => (await import('./diagnose.ts')).showDiagnosis(options, await documents()),
      'dataConnections.compareAccounts': async (accountId) =>
        (await import('./compareAccounts.ts')).compareAccounts(accountId, options, await documents()),
      'dataConnections.copyAsCurl': async (...args) =>
        (await import('./copyAsCurl.ts')).copyAsCurl(args, options.session),
      'dataConnections.copySupportInfo': async (...args) =>
        (await import('./supportInfo.ts')).copySupportInfo(await options.findJob(args), options),
    },
    dispose: () => owned.dispose(),
  };
}
