import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { ExtensionTestApi } from '../../src/extension.ts';
import type { Account } from '../../src/model/account.ts';
import { eventually } from '../eventually.ts';
import { LocalService } from '../service/localService.ts';

/** What the extension exports for tests in the same extension host. */
export async function extensionApi(): Promise<ExtensionTestApi> {
  const extension = vscode.extensions.getExtension<ExtensionTestApi>('data-connections.data-connections');
  assert.ok(extension, 'the extension is installed');
  return extension.activate();
}

/** The local service that this run was started with. */
export function connectService(): LocalService {
  const readyLine = process.env['DATA_CONNECTIONS_SERVICE'];
  assert.ok(readyLine !== undefined, 'the run was started with a local service');
  return LocalService.connect(readyLine);
}

/** Signs in to a workspace that no test has used, so that there is no job, no upload and no pause of it. */
export async function signInAfresh(service: LocalService): Promise<Account> {
  const api = await extensionApi();
  await service.setWorkspace(randomUUID());
  return api.signIn({ baseUrl: service.baseUrl, method: 'apiKey', secret: service.apiKey });
}

/** The folder that is open in the window. */
export function workspaceFolder(): vscode.WorkspaceFolder {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'a folder is open');
  return folder;
}

/** Shows the log, and returns its text once it has these words. */
export async function logThatSays(words: RegExp): Promise<string> {
  await vscode.commands.executeCommand('dataConnections.showLog');
  return eventually(() => {
    const shown = vscode.workspace.textDocuments.find(
      ({ uri }) => uri.scheme === 'output' && uri.path.includes('Data Connections'),
    );
    const text = shown?.getText() ?? '';
    assert.ok(words.test(text), `… ${text.slice(-1000)}`);
    return text;
  }, `The log says ${words}`);
}

/** Everything that was logged before this call. The log is shown with a delay, so this logs one more line and waits for it. */
export async function logUpToNow(service: LocalService): Promise<string> {
  const requestId = `last-${randomUUID()}`;
  const body = JSON.stringify({ title: 'Not now', requestId });
  await service.addFault({ path: '^/connections$', times: 1, action: { kind: 'response', status: 500, body } });
  await vscode.commands.executeCommand('dataConnections.refresh');
  return logThatSays(new RegExp(requestId));
}
