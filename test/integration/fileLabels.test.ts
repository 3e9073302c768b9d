import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pathFacts } from '../../src/ui/upload/fileLabels.ts';

describe('The path of a file in a review', () => {
  it('is shown for the only file in one of several folders', () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const fileAt = (path: string) => ({ uri: vscode.Uri.joinPath(folder, path).toString(), name: 'ledger.csv' });
    const file = fileAt('exports/ledger.csv');
    assert.deepEqual(pathFacts([file], 2), ['File: exports/ledger.csv']);
    assert.deepEqual(pathFacts([file], 1), []);
    assert.deepEqual(pathFacts([file, fileAt('ledger.csv')], 2), [], 'those of several files are in their labels');
    assert.deepEqual(pathFacts([fileAt('../elsewhere/ledger.csv')], 2), [], 'in no folder');
  });
});
