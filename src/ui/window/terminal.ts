import { EventEmitter } from 'vscode';
import type { Pseudoterminal } from 'vscode';
import type { TerminalText } from '../../base/terminalText.ts';

const CTRL_C = '\u0003';

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
    open: () =>
      void run({ signal: stop.signal, write: (line) => written.fire(`${line}\r\n`) }).then((exitCode) =>
        ended.fire(exitCode),
      ),
    handleInput: (data) => data === CTRL_C && stop.abort(),
    close: () => stop.abort(),
  };
}
