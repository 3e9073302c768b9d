import { setTimeout as delay } from 'node:timers/promises';
import { EventEmitter } from 'vscode';
import type { Pseudoterminal } from 'vscode';
import type { TerminalText } from '../../base/terminalText.ts';

const CTRL_C = '\u0003';
/** VS Code reports an exit code other than 0 as a failure to launch if it comes in the first half second. */
const LAUNCH_MS = 1000;

export interface TerminalRun {
  /** Aborted when the user presses Ctrl+C, ends the task or closes the terminal. */
  readonly signal: AbortSignal;
  readonly write: (line: TerminalText) => void;
}

/** The terminal of a task. `run` resolves to the exit code and never rejects. */
export function createTaskTerminal(run: (terminal: TerminalRun) => Promise<number>): Pseudoterminal {
  const written = new EventEmitter<string>();
  const ended = new EventEmitter<number>();
  const stop = new AbortController();
  return {
    onDidWrite: written.event,
    onDidClose: ended.event,
    // Before this, VS Code drops what is written.
    open: () => {
      const launched = delay(LAUNCH_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      void run({ signal: stop.signal, write: (line) => written.fire(`${line}\r\n`) }).then(async (exitCode) => {
        await (exitCode === 0 ? undefined : launched);
        ended.fire(exitCode);
      });
    },
    handleInput: (data) => data === CTRL_C && stop.abort(),
    close: () => stop.abort(),
  };
}
