import * as vscode from 'vscode';
import type { WindowConnection } from '../../app/tracking/windowConnection.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';

/** A window that does not answer for that long counts as lost. Most requests time out later. */
const ANSWER_MS = 3000;

/** Sends messages to the window to find out whether it is connected. A lost window answers once it has returned. */
export class WindowProbe implements WindowConnection, Disposable {
  readonly #didChange = new Emitter<void>();
  /** The message to which the window has not answered yet. */
  #pending: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isConnected = true;

  readonly onDidChange = this.#didChange.event;

  get isConnected(): boolean {
    return this.#isConnected;
  }

  check(): Promise<boolean> {
    this.#pending ??= this.#ask();
    return this.#pending;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#didChange.dispose();
  }

  #ask(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isConnected: boolean): void => {
        this.#setConnected(isConnected);
        resolve(isConnected);
      };
      this.#timer = setTimeout(() => settle(false), ANSWER_MS);
      const answer = (): void => {
        clearTimeout(this.#timer);
        this.#pending = undefined;
        settle(true);
      };
      // A command of VS Code that the window runs. That it fails is an answer, too.
      vscode.commands.executeCommand('noop').then(answer, answer);
    });
  }

  #setConnected(isConnected: boolean): void {
    if (this.#isConnected !== isConnected) {
      this.#isConnected = isConnected;
      this.#didChange.fire();
    }
  }
}
