import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pageHtml } from '../../src/ui/window/pageHtml.ts';

describe('The frame of the job page', () => {
  const folder = vscode.Uri.file('/extension/dist');
  const webview = { asWebviewUri: (uri: vscode.Uri) => uri.with({ scheme: 'webview' }) };

  function readFrame(): {
    readonly html: string;
    readonly policy: ReadonlyMap<string, string>;
    readonly nonce: string;
  } {
    const html: string = pageHtml(webview, folder, 'jobPage');
    const directives = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.split('; ') ?? [];
    const policy = new Map(
      directives.map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]),
    );
    return { html, policy, nonce: /nonce="([^"]*)"/.exec(html)?.[1] ?? '' };
  }

  it('allows only its own script and style, and sends nothing', () => {
    const { html, policy, nonce } = readFrame();
    assert.match(nonce, /^[\w-]{22}$/);
    assert.deepEqual(Object.fromEntries(policy), {
      'default-src': "'none'",
      'script-src': `'nonce-${nonce}'`,
      'style-src': `'nonce-${nonce}'`,
      'base-uri': "'none'",
      'form-action': "'none'",
    });
    const loaded = [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    assert.deepEqual(loaded, ['webview:/extension/dist/jobPage.css', 'webview:/extension/dist/jobPage.js']);
    assert.match(html, /<script nonce="[^"]*" src="[^"]*"><\/script>/);
    assert.doesNotMatch(html, /<style|\son\w+=|javascript:/);
  });

  it('does not accept the nonce of another page', () => {
    assert.notEqual(readFrame().nonce, readFrame().nonce);
  });
});
