import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Manifest } from '../manifest.ts';
import { extensionApi } from './extensionUnderTest.ts';

interface Binding {
  readonly key: string;
  readonly command: string;
}

describe('The keyboard shortcuts', () => {
  before(() => extensionApi());

  it('collide with none of the defaults of VS Code, and none of them goes on where ours end', async () => {
    const defaults = await defaultBindings();
    const extension = vscode.extensions.getExtension('data-connections.data-connections');
    const { keybindings } = (extension?.packageJSON as Manifest).contributes;
    const commands = new Set(keybindings.map(({ command }) => command));
    const own = defaults.filter(({ command }) => commands.has(command));
    assert.deepEqual(new Set(own.map(({ command }) => command)), commands, 'VS Code knows them');
    assert.equal(own.length, keybindings.length);
    const others = defaults.filter(({ command }) => !commands.has(command));
    const colliding = own.flatMap(({ key }) =>
      others.filter((other) => other.key === key || other.key.startsWith(`${key} `)),
    );
    assert.deepEqual(colliding, []);
  });
});

/** The default keyboard shortcuts of VS Code and its extensions on this platform, which VS Code shows as a document. */
async function defaultBindings(): Promise<readonly Binding[]> {
  const document = await vscode.workspace.openTextDocument(
    vscode.Uri.parse('vscode://defaultsettings/keybindings.json'),
  );
  const text = document.getText().replaceAll(/^\s*\/\/.*$/gm, '');
  const bindings = JSON.parse(text) as readonly Binding[];
  assert.ok(bindings.length > 500);
  return bindings;
}
