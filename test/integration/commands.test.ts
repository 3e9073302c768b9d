import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { COMMAND_IDS } from '../../src/ui/commands/commandIds.ts';

describe('Commands', () => {
  it('are all there once the extension is active', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      COMMAND_IDS.filter((id) => !registered.has(id)),
      [],
    );
  });

  it('that fail say so to the user, and give nothing to whoever called them', async () => {
    assert.equal(await vscode.commands.executeCommand('dataConnections.startSync', { entityId: '12345' }), undefined);
  });
});

describe('Settings', () => {
  it('fall back to their defaults inside VS Code as the manifest states them', () => {
    const configuration = vscode.workspace.getConfiguration('dataConnections');
    assert.equal(configuration.inspect('refreshInterval')?.defaultValue, 60);
    assert.equal(configuration.inspect('upload.confirm')?.defaultValue, 'newTarget');
  });
});
