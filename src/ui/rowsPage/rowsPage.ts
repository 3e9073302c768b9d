import { ViewColumn } from 'vscode';
import type { Uri } from 'vscode';
import type { TitleText } from '../../base/sinkText.ts';
import { createPanel } from '../window/panels.ts';
import { StaticPage } from '../window/staticPage.ts';
import { messageToPage, readMessageFromPage } from './messages.ts';
import type { MessageToPage, RowsModel } from './messages.ts';

export type RowsPage = StaticPage<MessageToPage>;

/** Opens an editor tab with the first rows of an upload. */
export function openRowsPage(title: TitleText, model: RowsModel, distFolder: Uri): RowsPage {
  const panel = createPanel('dataConnections.rows', title, ViewColumn.Active);
  const message = { kind: 'show', model } as const;
  return new StaticPage(panel, message, { name: 'rowsPage', distFolder, messageToPage, readMessageFromPage });
}
