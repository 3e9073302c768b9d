import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';

describe('Activation', () => {
  it('happens once VS Code has started', async () => {
    const extension = vscode.extensions.getExtension('data-connections.data-connections');
    assert.ok(extension, 'the extension is installed');
    await eventually(() => extension.isActive, 'The extension is active');
  });
});
