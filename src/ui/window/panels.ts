import { window } from 'vscode';
import type { Disposable, ViewColumn, Webview, WebviewPanel } from 'vscode';
import type { TitleText } from '../../base/sinkText.ts';
import type { PageHtml } from './pageHtml.ts';

/** A tab with a page in it. What the page itself shows, it sets as text. */
export type Panel = Omit<WebviewPanel, 'title' | 'webview'> & {
  title: TitleText;
  readonly webview: Omit<Webview, 'html'> & { html: PageHtml };
};

export function createPanel(viewType: string, title: TitleText, column: ViewColumn): Panel {
  return window.createWebviewPanel(viewType, title, column) as Panel;
}

/** Called for a tab that a reload of the window brought back, with what its page remembered. */
export function onDidRestorePanel(
  viewType: string,
  adopt: (panel: Panel, state: unknown) => Promise<void>,
): Disposable {
  return window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: (panel, state) => adopt(panel as Panel, state),
  });
}
