import { DisposableStore } from '../../base/disposable.ts';
import { lazy } from '../../base/lazy.ts';

/** The explanations of problems. They are loaded when the first one is shown. */
export function createExplainFeature() {
  const owned = new DisposableStore();
  const load = lazy(async () => {
    const { ProblemPage } = await import('./problemPage.ts');
    return owned.add(new ProblemPage());
  });
  return {
    commands: {
      'dataConnections.explainProblem': async (code: unknown) => (await load()).show(code),
    },
    dispose: () => owned.dispose(),
  };
}
