import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pathInFolders, shownPath } from '../../src/ui/format/pathText.ts';
import { fileLabels, pathFacts } from '../../src/ui/upload/fileLabels.ts';
import { workspaceFolder } from './extensionUnderTest.ts';

describe('The path of a file in a review', () => {
  const uriAt = (path: string) => vscode.Uri.joinPath(workspaceFolder().uri, path);
  const fileAt = (path: string) => ({ uri: uriAt(path).toString(), name: 'ledger.csv' });

  it('is shown for a single file, unless it is only its name', () => {
    assert.deepEqual(pathFacts([fileAt('exports/ledger.csv')]), ['File: exports/ledger.csv']);
    assert.deepEqual(pathFacts([fileAt('ledger.csv')]), []);
    assert.deepEqual(
      pathFacts([fileAt('a/ledger.csv'), fileAt('ledger.csv')]),
      [],
      'those of several are in their labels',
    );
    assert.deepEqual(pathFacts([{ uri: 'file:///elsewhere/ledger.csv', name: 'ledger.csv' }]), [
      'File: /elsewhere/ledger.csv',
    ]);
    assert.deepEqual(pathFacts([{ uri: 'untitled:Untitled-1', name: 'Untitled-1.csv' }]), []);
  });

  it('is the whole path if several folders have the same name', () => {
    const file = uriAt('exports/ledger.csv');
    assert.equal(shownPath(file), 'exports/ledger.csv');
    assert.equal(
      shownPath(file, [workspaceFolder(), { ...workspaceFolder(), uri: vscode.Uri.file('/other') }]),
      file.fsPath,
    );
  });

  it('is shown with its end if files of the same name are in folders with long paths', () => {
    const years = ['2025', '2026'].map((year) => fileAt(`exports/${'a-long-name/'.repeat(8)}${year}/ledger.csv`));
    const labels = years.map((file) => fileLabels(years)(file));
    assert.match(labels[0] ?? '', /^ledger\.csv \(….*a-long-name\/2025\)$/);
    assert.match(labels[1] ?? '', /^ledger\.csv \(….*a-long-name\/2026\)$/);
    assert.equal(fileLabels(years.slice(1))(years[1] ?? fileAt('')), 'ledger.csv');
  });
});

describe('The path of a file that globs and labels use', () => {
  it('is relative to its folder, and has slashes on Windows if the file is in no folder', () => {
    const folder = workspaceFolder();
    const inFolder = vscode.Uri.joinPath(folder.uri, 'exports/ledger.csv');
    assert.equal(pathInFolders(inFolder), 'exports/ledger.csv');
    assert.equal(pathInFolders(inFolder, { withFolder: true }), `${folder.name}/exports/ledger.csv`);
    // VS Code returns such a path on Windows.
    const outside = vscode.Uri.from({ scheme: 'file', path: '/exports\\2026\\ledger.csv' });
    assert.equal(pathInFolders(outside, { isWindows: true }), '/exports/2026/ledger.csv');
    if (process.platform !== 'win32') {
      assert.equal(pathInFolders(outside), '/exports\\2026\\ledger.csv', 'elsewhere, a name may contain a backslash');
    }
  });
});
