import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { DataWorkers } from '../../src/data/worker/dataWorkers.ts';
import { DocumentChecks } from '../../src/ui/check/documentChecks.ts';
import type { WrongDecodings } from '../../src/ui/editor/wrongDecodings.ts';

describe('A check', () => {
  it('that waits for the next result ends when the checks are disposed', async () => {
    const workers = {
      checkFile: (_path: string, _kind: string, { signal }: { readonly signal: AbortSignal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    } as unknown as DataWorkers;
    const checks = new DocumentChecks(workers, {} as unknown as WrongDecodings);
    const uri = vscode.Uri.file('/exports/ledger.csv');
    const checked = checks.check(uri, 'csv').catch((error: unknown) => error);
    checks.interrupt(uri);
    // Until it waits.
    await new Promise((resolve) => setImmediate(resolve));
    checks.dispose();
    assert.ok((await checked) instanceof vscode.CancellationError);
  });
});
