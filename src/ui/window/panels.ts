import { window } from 'vscode';
import type { Disposable, ViewColumn, WebviewPanel } from 'vscode';
import type { TitleText } from '../../base/sinkText.ts';
import type { PageWebview } from './pageHtml.ts';

/** A webview panel. The script of its page sets the texts in the page. */
export type Panel = Omit<WebviewPanel, 'title' | 'webview'> & {
  title: TitleText;
  readonly webview: PageWebview;
};

export function createPanel(viewType: string, title: TitleText, column: ViewColumn): Panel {
  return window.createWebviewPanel(viewType, title, column) as Panel;
}

/** Calls `adopt` when VS Code restores a panel after a reload, with the state that its page has saved. */
export function onDidRestorePanel(
  viewType: string,
  adopt: (panel: Panel, state: unknown) => Promise<void>,
): Disposable {
  return window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: (panel, state) => adopt(panel as Panel, state),
  });
}
