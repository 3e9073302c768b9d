import assert from 'node:assert/strict';
import { countReports } from './countReports.ts';

const forbidden: readonly { readonly code: string; readonly allowedIn?: string }[] = [
  { code: "commands.executeCommand('setContext', key, true);", allowedIn: 'src/ui/contextKeys.ts' },
  { code: 'vscode.commands.registerCommand(id, run);', allowedIn: 'src/ui/commands/registerCommands.ts' },
  { code: 'commands.registerTextEditorCommand(id, run);', allowedIn: 'src/ui/commands/registerCommands.ts' },
  { code: "vscode.commands.executeCommand('dataConnections.upload', uri);" },
  { code: "workspace.getConfiguration('dataConnections').get('upload.confirm');" },
  { code: 'const settings = vscode.workspace.getConfiguration(SETTINGS_SECTION);' },
  { code: "workspace.getConfiguration('chat').get('agent.enabled');" },
  { code: 'setTimeout(refresh, 1000);', allowedIn: 'src/ui/jobPage/page/main.ts' },
  { code: 'setInterval(refresh, 1000);', allowedIn: 'src/ui/jobPage/page/main.ts' },
  { code: 'const later = () => setTimeout(refresh, 1000);', allowedIn: 'src/ui/jobPage/page/main.ts' },
];

const allowed = [
  "commands.executeCommand('dataConnections.connections.focus');",
  "commands.executeCommand('workbench.actions.view.problems');",
  'const settings = readSettings(workspace.getConfiguration(SETTINGS_SECTION), workspace.isTrusted);',
  "const http = workspace.getConfiguration('http');",
  "const chat = readChatSettings(workspace.getConfiguration('chat'));",
  'this.timer = setTimeout(refresh, 1000);',
  'const timer = setInterval(refresh, 1000);',
];

describe('Lint of what has one place', () => {
  it('reports it elsewhere', async () => {
    for (const { code, allowedIn } of forbidden) {
      assert.equal(await countReports(code), 1, code);
      assert.equal(await countReports(code, 'src/extension.ts'), 1, code);
      assert.equal(allowedIn === undefined ? 0 : await countReports(code, allowedIn), 0, code);
    }
  });

  it('reports nothing else', async () => {
    for (const code of allowed) {
      assert.equal(await countReports(code), 0, code);
    }
  });
});
