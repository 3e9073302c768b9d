import { setTimeout as delay } from 'node:timers/promises';
import { CustomExecution, EventEmitter, Task } from 'vscode';
import type { Pseudoterminal, TaskDefinition, TaskScope, WorkspaceFolder } from 'vscode';
import type { QuickPickText } from '../../base/sinkText.ts';
import type { TerminalText } from '../../base/terminalText.ts';

const CTRL_C = '\u0003';
/** The minimum time before a task fails: VS Code treats a nonzero exit code within the first half second as a failure to launch. */
const MIN_FAILURE_MS = 1000;

interface TaskItem {
  readonly definition: TaskDefinition;
  readonly scope: WorkspaceFolder | TaskScope.Global | TaskScope.Workspace;
  /** Shown in lists of tasks and as the name of the terminal. */
  readonly name: QuickPickText;
  readonly problemMatcher: string;
  /** Opens the terminal in which the task runs. In the definition, VS Code has already substituted variables. */
  readonly open: (definition: TaskDefinition) => Promise<Pseudoterminal>;
}

/** Creates a task that runs in a terminal that the extension provides. */
export function createTask({ definition, scope, name, problemMatcher, open }: TaskItem): Task {
  const execution = new CustomExecution(open);
  return new Task(definition, scope, name, 'Data Connections', execution, problemMatcher);
}

interface TerminalRun {
  /** Aborted when the user presses Ctrl+C, ends the task or closes the terminal. */
  readonly signal: AbortSignal;
  readonly write: (line: TerminalText) => void;
}

/** Creates the terminal of a task. `run` must resolve to the exit code and never reject. */
export function createTaskTerminal(run: (terminal: TerminalRun) => Promise<number>): Pseudoterminal {
  const written = new EventEmitter<string>();
  const ended = new EventEmitter<number>();
  const stop = new AbortController();
  return {
    onDidWrite: written.event,
    onDidClose: ended.event,
    // VS Code discards output that is written before it calls `open`.
    open: () => {
      const launched = delay(MIN_FAILURE_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      void run({ signal: stop.signal, write: (line) => written.fire(`${line}\r\n`) }).then(async (exitCode) => {
        await (exitCode === 0 ? undefined : launched);
        ended.fire(exitCode);
      });
    },
    handleInput: (data) => data === CTRL_C && stop.abort(),
    close: () => stop.abort(),
  };
}
