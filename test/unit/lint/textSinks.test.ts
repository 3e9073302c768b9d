import assert from 'node:assert/strict';
import { countReports } from './countReports.ts';

const raw = [
  'vscode.window.showInformationMessage(name);',
  'window.showErrorMessage(name);',
  'const { showWarningMessage } = vscode.window;',
  'const { showWarningMessage: show } = window;',
  "window['showQuickPick']([name]);",
  'window.withProgress(options, work);',
  'const pick = vscode.window.createQuickPick();',
  'const box = window.createInputBox();',
  'window.setStatusBarMessage(name);',
  'vscode.window.createTreeView(id, options);',
  'window.createWebviewPanel(id, name, 1);',
  "import { TreeItem } from 'vscode';",
  "import { Diagnostic as Problem } from 'vscode';",
  'new vscode.MarkdownString(name);',
  'class Fix extends vscode.CodeAction {}',
  'languages.createLanguageStatusItem(id, []);',
  'comments.createCommentController(id, name);',
  'vscode.scm.createSourceControl(id, name);',
  'vscode.tests.createTestController(id, name);',
  'languages.registerDocumentLinkProvider(selector, provider);',
  'languages.registerSignatureHelpProvider(selector, provider);',
  'new vscode.Task(definition, scope, name, source, execution);',
  'lm.registerTool(name, tool);',
  'element.innerHTML = name;',
  'const text = name as NotificationText;',
  'const rows = names as readonly QuickPickText[];',
  'const value = JSON.parse(body);',
];

describe('Lint', () => {
  it('forbids VS Code calls that show text outside of src/ui/window', async () => {
    for (const code of raw) {
      assert.equal(await countReports(code), 1, code);
    }
  });

  it('forbids them in every layer that could call them, and nowhere else', async () => {
    const [code = ''] = raw;
    for (const file of ['src/extension.ts', 'src/ui/jobPage/page/main.ts', 'src/jobs/polling/statusPoller.ts']) {
      assert.equal(await countReports(code, file), 1, file);
    }
    for (const file of ['src/ui/window/notifications.ts', 'test/integration/shownMessages.ts']) {
      assert.equal(await countReports(code, file), 0, file);
    }
  });

  it('lets types of VS Code, and what shows nothing, pass', async () => {
    const fine = [
      "import type { TreeItem } from 'vscode';",
      'window.showTextDocument(uri);',
      'let item: vscode.TreeItem;',
    ];
    for (const code of fine) {
      assert.equal(await countReports(code), 0, code);
    }
  });
});
