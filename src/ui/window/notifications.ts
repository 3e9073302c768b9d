import { window } from 'vscode';
import type { MessageItem } from 'vscode';
import type { ButtonText, DialogText, NotificationText } from '../../base/sinkText.ts';

/** A button. Subtypes may add properties that identify its action. */
export interface Button extends MessageItem {
  readonly title: ButtonText;
}

/** A button of a notification, and what it does. */
export interface ActionButton extends Button {
  run(): unknown;
}

type Answer<T> = Thenable<T | undefined>;

/** Shows a notification. Resolves to the chosen button, or to undefined if the notification is closed. */
export function showInformation<T extends Button>(message: NotificationText, ...buttons: readonly T[]): Answer<T> {
  return window.showInformationMessage(message, ...buttons);
}

export function showWarning<T extends Button>(message: NotificationText, ...buttons: readonly T[]): Answer<T> {
  return window.showWarningMessage(message, ...buttons);
}

export function showError<T extends Button>(message: NotificationText, ...buttons: readonly T[]): Answer<T> {
  return window.showErrorMessage(message, ...buttons);
}

interface Dialog {
  readonly message: DialogText;
  readonly detail?: DialogText;
  readonly isWarning: boolean;
}

/** Shows a modal dialog. Resolves to the chosen button, or to undefined if the dialog is cancelled. */
export function askInDialog<T extends Button>(
  { message, detail, isWarning }: Dialog,
  buttons: readonly T[],
): Answer<T> {
  const show = isWarning ? window.showWarningMessage : window.showInformationMessage;
  return show(message, { modal: true, ...(detail === undefined ? {} : { detail }) }, ...buttons);
}
