import { QuickInputButtons, QuickPickItemKind, window } from 'vscode';
import type { InputBox, QuickInputButton, QuickPick, QuickPickItem } from 'vscode';
import type { InputText, QuickPickText, TitleText } from '../../base/sinkText.ts';

/** A button in the title of a quick input. */
type TitleButton = QuickInputButton & { readonly tooltip?: TitleText | undefined };

/** A row of a quick pick. */
export interface PickItem extends QuickPickItem {
  readonly label: QuickPickText;
  readonly description?: QuickPickText;
  readonly detail?: QuickPickText;
  // These properties of VS Code must be excluded explicitly, because items may have additional properties.
  readonly buttons?: never;
  readonly resourceUri?: never;
}

interface PickOptions {
  readonly title: TitleText;
  readonly placeHolder?: TitleText;
  readonly matchOnDescription?: boolean;
  readonly matchOnDetail?: boolean;
  readonly ignoreFocusOut?: boolean;
}

export type Picker<T extends PickItem> = Omit<QuickPick<T>, 'title' | 'placeholder' | 'prompt' | 'buttons'> & {
  title: TitleText | undefined;
  placeholder: TitleText | undefined;
  buttons: readonly TitleButton[];
};

export type TextBox = Omit<InputBox, 'title' | 'placeholder' | 'prompt' | 'validationMessage' | 'buttons'> & {
  title: TitleText | undefined;
  placeholder: TitleText | undefined;
  buttons: readonly TitleButton[];
  prompt: InputText | undefined;
  validationMessage: InputText | undefined;
};

/** The predefined Back button of VS Code, which includes a tooltip. */
export const backButton = QuickInputButtons.Back as TitleButton;

/** Lets the user choose one of the items. Resolves to undefined if the quick pick is cancelled. */
export function pickOne<T extends PickItem>(items: readonly T[], options: PickOptions): Thenable<T | undefined> {
  return window.showQuickPick(items, options);
}

export function createPicker<T extends PickItem>(): Picker<T> {
  return window.createQuickPick<T>() as Picker<T>;
}

export function createTextBox(): TextBox {
  return window.createInputBox() as TextBox;
}

/** A separator between items. If the label isn't empty, it is the heading of the following items. */
export function separator(label: QuickPickText): PickItem {
  return { label, kind: QuickPickItemKind.Separator };
}
