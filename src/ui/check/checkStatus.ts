import { l10n, LanguageStatusSeverity, window } from 'vscode';
import type { Uri } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { languageStatusText, statusBarText, titleText } from '../../base/sinkText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { CommandId } from '../commands/commandIds.ts';
import { tabFile } from '../editor/openEditors.ts';
import { rowsText } from '../format/valueText.ts';
import { createLanguageItem } from '../window/statusBar.ts';
import type { LanguageItem } from '../window/statusBar.ts';
import { columnsText, countProblems, omittedText, problemsText } from './checkText.ts';
import type { DocumentChecks } from './documentChecks.ts';

const CHECK: CommandId = 'dataConnections.checkActiveEditor';

/** The language status item of the active editor: its rows, columns and problems once it is checked. */
export function showCheckStatus(checks: DocumentChecks): Disposable {
  const owned = new DisposableStore();
  const item = owned.add(createLanguageItem('dataConnections.check'));
  item.name = titleText(l10n.t('Data Check'));
  const draw = () => drawItem(item, checks);
  owned.add(checks.onDidChange(draw));
  owned.add(window.onDidChangeActiveTextEditor(draw));
  owned.add(window.tabGroups.onDidChangeTabs(draw));
  draw();
  return owned;
}

function drawItem(item: LanguageItem, checks: DocumentChecks): void {
  const uri = activeUri();
  const checked = uri && checks.find(uri);
  // An empty selector matches no editor.
  item.selector = checked === undefined ? [] : { scheme: checked.uri.scheme };
  if (checked === undefined) {
    return;
  }
  const { result, isChecking, isTooComplex } = checked;
  item.busy = isChecking;
  if (isTooComplex) {
    item.text = statusBarText(l10n.t('Not checked'));
    item.detail = languageStatusText(l10n.t('The automatic check took too long and was stopped.'));
    item.severity = LanguageStatusSeverity.Information;
    item.command = { command: CHECK, title: titleText(l10n.t('Check')) };
    return;
  }
  // Short, because the user can pin it to the status bar.
  item.text = statusBarText(result === undefined ? l10n.t('Checking…') : rowsText(result.rows));
  item.detail = languageStatusText(result === undefined ? '' : detailText(result));
  item.severity = result === undefined ? LanguageStatusSeverity.Information : checkSeverity(result);
  item.command = { command: CHECK, title: titleText(l10n.t('Check Again')) };
}

function detailText(result: CheckResult): string {
  return [l10n.t('{0}; {1}', columnsText(result), problemsText(result)), omittedText(result)]
    .filter(Boolean)
    .join('. ');
}

function checkSeverity(result: CheckResult): LanguageStatusSeverity {
  const { blocking, others } = countProblems(result);
  if (blocking > 0) {
    return LanguageStatusSeverity.Error;
  }
  return others > 0 ? LanguageStatusSeverity.Warning : LanguageStatusSeverity.Information;
}

/** The file in the active editor, even if it is too large for VS Code to provide a document. */
function activeUri(): Uri | undefined {
  return tabFile(window.tabGroups.activeTabGroup.activeTab) ?? window.activeTextEditor?.document.uri;
}
