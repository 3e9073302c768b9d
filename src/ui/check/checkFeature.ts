import { Uri } from 'vscode';
import type { TextDocument } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { lazy } from '../../base/lazy.ts';
import type { Logger } from '../../base/logger.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { CheckTools } from '../editor/checkTools.ts';
import type { Settings } from '../settings.ts';
import { automaticKind, onceTableShown } from './onceTableShown.ts';

interface CheckFeatureOptions {
  /** The folder of the worker's script and of the page's script and style sheet. */
  readonly distFolder: Uri;
  readonly settings: () => Pick<Settings, 'checkAutomatic'>;
  readonly report: (error: unknown) => void;
  readonly log: Logger;
}

/** Checking data in editors. Its code is loaded once a CSV or TSV file is shown or a check is requested. */
export function createCheckFeature({ distFolder, settings, report, log }: CheckFeatureOptions) {
  const isAutomatic = (): boolean => settings().checkAutomatic === 'csv';
  const owned = new DisposableStore();
  const loadTools = lazy(async (): Promise<CheckTools> => {
    const { createCheckTools } = await import('../editor/checkTools.ts');
    return owned.add(createCheckTools(Uri.joinPath(distFolder, 'dataWorker.mjs').fsPath));
  });
  const load = lazy(async () => {
    const [{ EditorChecks }, { workers, decodings }] = await Promise.all([import('./editorChecks.ts'), loadTools()]);
    const kindToCheck = (document: TextDocument) => (isAutomatic() ? automaticKind(document) : undefined);
    return owned.add(new EditorChecks({ workers, decodings, kindToCheck, distFolder, report, log }));
  });
  owned.add(onceTableShown(isAutomatic, () => void load().catch(report)));
  return {
    loadTools,
    /** Shows the result of an upload's check. */
    showResult: async (uri: Uri, result: CheckResult): Promise<void> => (await load()).showResult(uri, result),
    commands: {
      'dataConnections.checkActiveEditor': async () => (await load()).checkActiveEditor(),
      'dataConnections.copyControlTotals': async (...args: readonly unknown[]) =>
        (await load()).copyControlTotals(args),
      'dataConnections.showColumnProfile': async () => (await load()).showColumnProfile(),
      'dataConnections.checkData': async () => (await load()).checkActiveEditor(),
    },
    dispose: () => owned.dispose(),
  };
}
