import { ViewColumn } from 'vscode';
import type { Uri } from 'vscode';
import { titleText } from '../../base/sinkText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { createPanel } from '../window/panels.ts';
import { StaticPage } from '../window/staticPage.ts';
import { messageToPage, readMessageFromPage } from './messages.ts';
import type { MessageToPage } from './messages.ts';
import { profileModel } from './profileModel.ts';

/** Opens an editor tab with the column profile of a file or text. */
export function openProfilePage(name: string, result: CheckResult, distFolder: Uri): StaticPage<MessageToPage> {
  const model = profileModel(name, result);
  const panel = createPanel('dataConnections.columnProfile', titleText(model.title, 60), ViewColumn.Active);
  const message = { kind: 'show', model } as const;
  return new StaticPage(panel, message, { name: 'profilePage', distFolder, messageToPage, readMessageFromPage });
}
