import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';

/** The window is signed out and has no open editor. */
describe('Activation', () => {
  it('happens once VS Code has started, and loads nothing but the code that registers', async () => {
    const extension = vscode.extensions.getExtension('data-connections.data-connections');
    assert.ok(extension, 'the extension is installed');
    await eventually(() => extension.isActive, 'The extension is active');
    const scripts = await loadedScripts(vscode.Uri.joinPath(extension.extensionUri, 'dist'));
    assert.ok(
      scripts.some((url) => url.endsWith('/extension.mjs')),
      `the start is among ${scripts.join(' ')}`,
    );
    assert.deepEqual(
      scripts.filter((url) => !/\/(?:extension|chunk-\w+)\.mjs$/.test(url)),
      [],
    );
    assert.ok(scripts.length <= 2, scripts.join(' '));
  });

  it('lets commands wait for the rest, which is loaded by the first one', async () => {
    const extension = vscode.extensions.getExtension('data-connections.data-connections');
    assert.ok(extension);
    // Both at once: the second one comes while the rest is being loaded.
    await Promise.all([
      vscode.commands.executeCommand('dataConnections.clearConnectionFilter'),
      vscode.commands.executeCommand('dataConnections.clearJobFilter'),
    ]);
    const scripts = await loadedScripts(vscode.Uri.joinPath(extension.extensionUri, 'dist'));
    assert.equal(scripts.filter((url) => /\/features-\w+\.mjs$/.test(url)).length, 1, scripts.join(' '));
  });
});

/** The addresses of the scripts of a folder that this extension host has loaded. */
async function loadedScripts({ path }: vscode.Uri): Promise<readonly string[]> {
  const urls = new Set<string>();
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params: { url } }) => {
    if (url.startsWith(`file://${path}/`)) {
      urls.add(url);
    }
  });
  // Reports the scripts that were loaded before, too.
  await session.post('Debugger.enable');
  session.disconnect();
  return [...urls];
}
