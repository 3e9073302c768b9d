import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { FileChangedError } from '../../src/model/upload.ts';
import { titleText } from '../../src/base/sinkText.ts';
import { ReadOnlyDocuments } from '../../src/ui/diagnose/readOnlyDocuments.ts';
import { currentVersion } from '../../src/ui/editor/activeEditor.ts';
import { goToPosition } from '../../src/ui/editor/openEditors.ts';
import { UserError } from '../../src/ui/errors/userError.ts';
import { previewPlan } from '../../src/ui/upload/previewPlan.ts';
import { eventually } from '../eventually.ts';
import { workspaceFolder } from './extensionUnderTest.ts';

describe('The position of a problem', () => {
  let file: vscode.Uri;

  beforeEach(() => {
    // VS Code keeps the document of an earlier test for a while.
    file = vscode.Uri.joinPath(workspaceFolder().uri, `position-${randomUUID()}.csv`);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(file.fsPath);
  });

  it('is selected, in a file that is open or not', async () => {
    writeFileSync(file.fsPath, 'id,name\n1,one\n2,"two\n');
    for (const [line, column] of [
      [3, 3],
      [2, 1],
    ] as const) {
      await goToPosition(file, { line, column });
      const start = await eventually(() => vscode.window.activeTextEditor?.selection.start, 'an editor opens');
      assert.deepEqual([start.line, start.character], [line - 1, column - 1]);
    }
  });

  it('is shown also in a file that is too large for a document', async () => {
    writeFileSync(file.fsPath, 'id,name\n'.padEnd(51 * 1024 * 1024, '1,one\n'));
    await goToPosition(file, { line: 3, column: 1 });
    await eventually(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputText && input.uri.toString() === file.toString();
    }, 'a tab opens');
  });
});

describe('The current version of an earlier text', () => {
  const current = () => vscode.Uri.joinPath(workspaceFolder().uri, 'customers.json');
  const earlier = () => current().with({ scheme: 'earlier', query: '1' });
  let registration: vscode.Disposable;

  beforeEach(() => {
    const contents = { provideTextDocumentContent: () => '[]' };
    registration = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider('earlier', contents),
      vscode.workspace.registerFileSystemProvider('versions-test', {
        onDidChangeFile: () => new vscode.Disposable(() => undefined),
        watch: () => new vscode.Disposable(() => undefined),
        stat: () => assert.fail(),
        readDirectory: () => [],
        createDirectory: () => undefined,
        readFile: () => new Uint8Array(),
        writeFile: () => undefined,
        delete: () => undefined,
        rename: () => undefined,
      }),
    );
  });

  afterEach(async () => {
    registration.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  for (const [what, command, args] of [
    ['on the right side of a diff editor', 'vscode.diff', () => [earlier(), current()]],
    ['there also among several', 'vscode.changes', () => ['Changes', [[current(), earlier(), current()]]]],
    [
      'the result of a merge',
      '_open.mergeEditor',
      () => {
        const [base, input2] = ['2', '3'].map((query) => earlier().with({ query }));
        return [{ base, input1: { uri: earlier() }, input2: { uri: input2 }, output: current() }];
      },
    ],
  ] as const) {
    it(`is ${what}`, async () => {
      await vscode.commands.executeCommand(command, ...args());
      const tab = await eventually(() => vscode.window.tabGroups.activeTabGroup.activeTab, 'A tab opens');
      assert.equal(currentVersion(tab.input, earlier())?.toString(), current().toString());
      assert.equal(currentVersion(tab.input, current()), undefined, 'A file is its own version');
      assert.equal(currentVersion(tab.input, vscode.Uri.parse('untitled:Untitled-1')), undefined, 'not saved yet');
      const ofExtension = current().with({ scheme: 'versions-test' });
      assert.equal(currentVersion(tab.input, ofExtension), undefined, 'a file that an extension provides');
    });
  }
});

describe('The preview of a conversion', () => {
  it('says so if the file has changed since it was checked', async () => {
    const chunks = () => {
      throw new FileChangedError();
    };
    const plan = { input: { file: { name: 'ledger.csv', byteLength: 9, chunks } } };
    await assert.rejects(
      previewPlan(plan as unknown as Parameters<typeof previewPlan>[0], { fromDelimiter: ';' }),
      (error) => error instanceof UserError && error.message.includes('“ledger.csv”'),
    );
  });
});

describe('A read-only document', () => {
  it('shows its own text, even if the tab of an earlier one with its title is open', async () => {
    for (const text of ['of the first account', 'of the second account']) {
      const documents = new ReadOnlyDocuments('data-connections-test');
      const { document } = await documents.show(titleText('Report'), text);
      assert.equal(document.getText(), text);
      // As when the demo is started or left.
      documents.dispose();
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
