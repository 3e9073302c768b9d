// Never run: `npm run check` compiles it, and fails where one of these lines is no error any more.
import {
  DiagnosticSeverity,
  LanguageStatusSeverity,
  Range,
  TaskScope,
  TreeItemCollapsibleState,
  ThemeIcon,
  TreeItemCheckboxState,
  Uri,
  ViewColumn,
} from 'vscode';
import {
  buttonText,
  completionText,
  diagnosticText,
  dialogText,
  notificationText,
  quickPickText,
  titleText,
  treeText,
} from '../../src/base/sinkText.ts';
import { askInDialog, showError, showInformation, showWarning } from '../../src/ui/window/notifications.ts';
import { chooseFiles } from '../../src/ui/window/fileDialog.ts';
import { createPanel } from '../../src/ui/window/panels.ts';
import { createProblem, QuickFix } from '../../src/ui/window/problems.ts';
import { withNotificationProgress } from '../../src/ui/window/progress.ts';
import { createPicker, createTextBox, pickOne, separator } from '../../src/ui/window/quickInput.ts';
import { createLanguageItem, createStatusItem, showStatusMessage } from '../../src/ui/window/statusBar.ts';
import { createCompletion } from '../../src/ui/window/completions.ts';
import { createTask, createTaskTerminal } from '../../src/ui/window/tasks.ts';
import { createRow, DeferredView } from '../../src/ui/window/trees.ts';
import type { TreeSource } from '../../src/ui/window/trees.ts';

const iconPath = new ThemeIcon('edit');

export async function rawTextIsNowhereTaken(raw: string, source: TreeSource<string>): Promise<void> {
  // @ts-expect-error a notification takes no raw text
  await showInformation(raw);
  // @ts-expect-error a notification takes no raw text
  await showWarning(raw);
  // @ts-expect-error a notification takes no raw text
  await showError(raw);
  // @ts-expect-error a text that was changed afterwards is raw again
  await showError(`${notificationText(raw)}${raw}`);
  // @ts-expect-error the text of one place is not that of another
  await showError(treeText(raw));
  // @ts-expect-error a button takes no raw text
  await showError(notificationText(raw), { title: raw });
  // @ts-expect-error a dialog takes no raw text
  await askInDialog({ message: raw, isWarning: true }, []);
  // @ts-expect-error a dialog takes no raw detail
  await askInDialog({ message: dialogText(raw), detail: raw, isWarning: true }, []);
  // @ts-expect-error progress takes no raw title
  await withNotificationProgress(raw, (progress) => {
    // @ts-expect-error progress takes no raw message
    progress.report({ message: raw });
    return Promise.resolve();
  });
  // @ts-expect-error an item takes no raw label
  await pickOne([{ label: raw }], { title: titleText(raw) });
  // @ts-expect-error an item takes no raw description
  await pickOne([{ label: quickPickText(raw), description: raw }], { title: titleText(raw) });
  // @ts-expect-error an item takes no raw detail
  await pickOne([{ label: quickPickText(raw), detail: raw }], { title: titleText(raw) });
  // @ts-expect-error an item takes no button, whose tooltip would be raw
  await pickOne([{ label: quickPickText(raw), buttons: [{ iconPath, tooltip: raw }] }], { title: titleText(raw) });
  // @ts-expect-error an item takes no file, whose name would be shown
  await pickOne([{ label: quickPickText(raw), resourceUri: Uri.file(raw) }], { title: titleText(raw) });
  // @ts-expect-error a quick pick takes no raw title
  await pickOne([], { title: raw });
  // @ts-expect-error a quick pick takes no raw placeholder
  await pickOne([], { title: titleText(raw), placeHolder: raw });
  // @ts-expect-error a separator takes no raw text
  separator(raw);
  // @ts-expect-error a file dialog takes no raw text
  await chooseFiles({ title: raw, openLabel: raw, filters: [] });
  // @ts-expect-error a file dialog takes no raw name of a filter
  await chooseFiles({ title: titleText(raw), openLabel: buttonText(raw), filters: [{ label: raw, extensions: [] }] });
  // @ts-expect-error a tab takes no raw title
  createPanel(raw, raw, ViewColumn.Active);
  // @ts-expect-error a page takes no raw HTML
  createPanel(raw, titleText(raw), ViewColumn.Active).webview.html = raw;
  // @ts-expect-error a diagnostic takes no raw text
  createProblem(new Range(0, 0, 0, 0), raw, DiagnosticSeverity.Error);
  // @ts-expect-error a quick fix takes no raw title
  new QuickFix(raw);
  // @ts-expect-error the status bar takes no raw text
  showStatusMessage(raw, 1);
  createTaskTerminal(({ write }) => {
    // @ts-expect-error a terminal takes no raw text
    write(raw);
    return Promise.resolve(0);
  });
  const completion = { label: completionText(raw), description: completionText(raw), detail: completionText(raw) };
  const rest = { filterText: raw, insertText: raw, range: new Range(0, 0, 0, 0) };
  // @ts-expect-error a completion takes no raw label
  createCompletion({ ...completion, ...rest, label: raw });
  // @ts-expect-error a completion takes no raw description
  createCompletion({ ...completion, ...rest, description: raw });
  // @ts-expect-error a completion takes no raw detail
  createCompletion({ ...completion, ...rest, detail: raw });
  const task = { definition: { type: raw }, scope: TaskScope.Workspace, problemMatcher: raw } as const;
  // @ts-expect-error a task takes no raw name
  createTask({ ...task, name: raw, open: () => createTaskTerminal(() => Promise.resolve(0)) });
  rawPropertiesAreErrors(raw, source);
}

function rawPropertiesAreErrors(raw: string, source: TreeSource<string>): void {
  const picker = createPicker();
  // @ts-expect-error a quick pick takes no raw title
  picker.title = raw;
  // @ts-expect-error a quick pick takes no raw placeholder
  picker.placeholder = raw;
  // @ts-expect-error a quick pick takes no raw items
  picker.items = [{ label: raw }];
  // @ts-expect-error a button of a quick pick takes no raw tooltip
  picker.buttons = [{ iconPath, tooltip: raw }];
  const box = createTextBox();
  // @ts-expect-error an input box takes no raw prompt
  box.prompt = raw;
  // @ts-expect-error an input box takes no raw message
  box.validationMessage = raw;
  // @ts-expect-error an input box takes no raw title
  box.title = raw;
  // @ts-expect-error a button of an input box takes no raw tooltip
  box.buttons = [{ iconPath, tooltip: raw }];
  const item = createStatusItem(raw);
  // @ts-expect-error the status bar takes no raw text
  item.text = raw;
  // @ts-expect-error the status bar takes no raw tooltip
  item.tooltip = raw;
  const language = createLanguageItem(raw);
  language.severity = LanguageStatusSeverity.Error;
  // @ts-expect-error the language status takes no raw text
  language.text = raw;
  // @ts-expect-error the language status takes no raw detail
  language.detail = raw;
  // @ts-expect-error a row takes no raw label
  const row = createRow(raw, TreeItemCollapsibleState.None);
  // @ts-expect-error a row takes no raw description
  row.description = raw;
  // @ts-expect-error a row takes no raw tooltip
  row.tooltip = raw;
  // @ts-expect-error a row takes no checkbox, whose tooltip would be raw
  row.checkboxState = { state: TreeItemCheckboxState.Checked, tooltip: raw };
  const view = new DeferredView<string>(raw, {}).fill(source);
  // @ts-expect-error a view takes no raw message
  view.message = raw;
  // @ts-expect-error a view takes no raw description
  view.description = raw;
  // @ts-expect-error a view takes no raw badge
  view.badge = { value: 1, tooltip: raw };
  const problem = createProblem(new Range(0, 0, 0, 0), diagnosticText(raw), DiagnosticSeverity.Error);
  // @ts-expect-error a diagnostic takes no raw source
  problem.source = raw;
  // @ts-expect-error a diagnostic takes no raw code
  problem.code = raw;
  // @ts-expect-error a diagnostic takes no raw code with a target
  problem.code = { value: raw, target: Uri.file(raw) };
}
