import { CustomExecution, Task } from 'vscode';
import type { Pseudoterminal, TaskDefinition, TaskScope, WorkspaceFolder } from 'vscode';
import type { QuickPickText } from '../../base/sinkText.ts';

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
