import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import { replaceInWindow } from './extensionWindow.ts';

export interface ShownMessage {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly isModal: boolean;
  /** The text below that of a modal message. */
  readonly detail: string;
  readonly buttons: readonly string[];
}

const METHODS = {
  showInformationMessage: 'information',
  showWarningMessage: 'warning',
  showErrorMessage: 'error',
} as const;
const NAMES = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;

/** Records the messages of the extension, in order, instead of showing them, and selects a button of each. */
export class ShownMessages {
  readonly all: ShownMessage[] = [];
  readonly #choose: (message: ShownMessage) => string | undefined;
  readonly #putBack: () => void;

  /** @param choose the title of the button; undefined dismisses the message. */
  constructor(choose: (message: ShownMessage) => string | undefined = () => undefined) {
    this.#choose = choose;
    this.#putBack = replaceInWindow(
      Object.fromEntries(
        NAMES.map((name) => [name, (text: string, ...rest: unknown[]) => this.#show(name, text, rest)]),
      ),
    );
  }

  /** The modal ones. */
  get modal(): readonly ShownMessage[] {
    return this.all.filter(({ isModal }) => isModal);
  }

  /** Waits for a message with this text. */
  async including(text: RegExp): Promise<ShownMessage> {
    return eventually(() => {
      const found = this.all.find((message) => text.test(message.text));
      assert.ok(found, `shown: ${this.all.map((message) => message.text).join(' | ')}`);
      return found;
    }, `A message says ${text}`);
  }

  dispose(): void {
    this.#putBack();
  }

  #show(name: keyof typeof METHODS, text: string, rest: readonly unknown[]): Promise<unknown> {
    const [first] = rest;
    const options = isOptions(first) ? first : undefined;
    const items = (options === undefined ? rest : rest.slice(1)) as readonly (string | vscode.MessageItem)[];
    const message = {
      severity: METHODS[name],
      text,
      isModal: options?.modal === true,
      detail: options?.detail ?? '',
      buttons: items.map(titleOf),
    };
    this.all.push(message);
    const chosen = this.#choose(message);
    return Promise.resolve(items.find((item) => titleOf(item) === chosen));
  }
}

/** Calls `act` with the messages that are shown until it has ended. */
export async function withMessages<T>(
  act: (messages: ShownMessages) => PromiseLike<T>,
  choose?: (message: ShownMessage) => string | undefined,
): Promise<T> {
  const messages = new ShownMessages(choose);
  try {
    return await act(messages);
  } finally {
    messages.dispose();
  }
}

function titleOf(item: string | vscode.MessageItem): string {
  return typeof item === 'string' ? item : item.title;
}

function isOptions(value: unknown): value is vscode.MessageOptions {
  return typeof value === 'object' && value !== null && !('title' in value);
}

/** Agrees to every review of an upload, and dismisses all else. */
export function agree({ isModal, buttons }: ShownMessage): string | undefined {
  return isModal ? buttons.find((title) => title === 'Upload') : undefined;
}
