import { window } from 'vscode';
import type { Disposable } from 'vscode';
import type { LinkParts } from '../../app/links/link.ts';

/** Calls `open` with each link to this extension that VS Code is told to open. Nothing in it has been checked. */
export function onDidOpenLink(open: (link: LinkParts) => Promise<void>, report: (error: unknown) => void): Disposable {
  return window.registerUriHandler({
    handleUri: ({ path, query, fragment }) => open({ path, query, fragment }).catch(report),
  });
}
