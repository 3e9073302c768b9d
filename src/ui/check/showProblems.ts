import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { createProblemCollection } from '../window/problems.ts';
import type { DocumentChecks } from './documentChecks.ts';
import { openDocument } from '../editor/openEditors.ts';
import { diagnosticsOf } from './problemDiagnostics.ts';

/** Shows in the Problems view what the checks have found. What an older check found stays until the next one is through. */
export function showProblems(checks: DocumentChecks): Disposable {
  const disposables = new DisposableStore();
  const collection = disposables.add(createProblemCollection('dataConnections'));
  disposables.add(
    checks.onDidChange((uri) => {
      const known = checks.find(uri);
      if (known === undefined || known.isTooComplex) {
        collection.delete(uri);
      } else if (!known.isChecking && known.result !== undefined) {
        collection.set(uri, diagnosticsOf(known.result, openDocument(uri)));
      }
    }),
  );
  return disposables;
}
