import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { COMMAND_IDS } from '../../src/ui/commands/commandIds.ts';
import { connectService, extensionApi, signInAfresh } from './extensionUnderTest.ts';
import { withMessages } from './shownMessages.ts';

describe('Commands', () => {
  before(() => extensionApi());

  it('are registered once the extension is active', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      COMMAND_IDS.filter((id) => !registered.has(id)),
      [],
    );
  });

  it('that fail show an error to the user, and return nothing to the caller', async () => {
    await signInAfresh(connectService());
    await withMessages(async (messages) => {
      assert.equal(await vscode.commands.executeCommand('dataConnections.startSync', { entityId: '12345' }), undefined);
      assert.equal((await messages.including(/contain only digits/)).severity, 'error');
      assert.equal(messages.all.length, 1);
    });
  });

  it('in the title of a view, to which VS Code passes nothing else, run without a row', async () => {
    await signInAfresh(connectService());
    await withMessages(async (messages) => {
      await vscode.commands.executeCommand('dataConnections.showFailingOnly', undefined, undefined);
      await vscode.commands.executeCommand('dataConnections.showAllConnections', undefined, undefined);
      assert.deepEqual(messages.all, []);
    });
  });

  // VS Code passes neither a row nor the selection while it reads all rows of the view.
  for (const [selection, what] of [
    [undefined, 'a row'],
    [[undefined, undefined], 'several rows'],
  ] as const) {
    it(`run on ${what} that VS Code did not pass ask to try again, and do nothing else`, async () => {
      await signInAfresh(connectService());
      await withMessages(async (messages) => {
        for (const id of ['startSync', 'copyEntityId', 'openJob', 'stopWatching']) {
          await vscode.commands.executeCommand(`dataConnections.${id}`, undefined, selection);
          assert.match(messages.all.at(-1)?.text ?? '', /could not tell which row was meant\. Try again\.$/, id);
        }
        assert.equal(messages.all.length, 4);
      });
    });
  }
});

describe('Settings', () => {
  it('fall back to their defaults inside VS Code as the manifest states them', () => {
    const configuration = vscode.workspace.getConfiguration('dataConnections');
    assert.equal(configuration.inspect('refreshInterval')?.defaultValue, 60);
    assert.equal(configuration.inspect('upload.confirm')?.defaultValue, 'newTarget');
  });
});
