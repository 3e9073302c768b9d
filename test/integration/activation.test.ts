import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('Activation', () => {
  it('activates by itself once VS Code has started', () => {
    const extension = vscode.extensions.getExtension('data-connections.data-connections');
    assert.ok(extension, 'the extension is installed');
    assert.ok(extension.isActive, 'the extension is active');
  });
});
