import { tasks, workspace } from 'vscode';
import type { Task } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { OpenTask } from './dataTasks.ts';
import type { TasksFeature } from './tasksFeature.ts';

interface RegisterTasksOptions {
  /** The feature, if it is loaded: without an account there are no tasks to offer. */
  readonly loaded: () => TasksFeature | undefined;
  readonly load: () => Promise<TasksFeature>;
  readonly report: (error: unknown) => void;
}

/** Registers the tasks of the type `dataConnections`: those that are offered, and what runs those of `tasks.json`. */
export function registerTasks({ loaded, load, report }: RegisterTasksOptions): Disposable {
  // VS Code runs the same task again without resolving it anew, which may be after the features were replaced by those of the demo.
  const open: OpenTask = async (...task) => (await load()).open(...task);
  return tasks.registerTaskProvider('dataConnections', {
    provideTasks: async (): Promise<Task[]> => {
      try {
        return workspace.isTrusted ? [...((await loaded()?.offered(open)) ?? [])] : [];
      } catch (error) {
        report(error);
        return [];
      }
    },
    resolveTask: async (task): Promise<Task | undefined> => {
      try {
        return await (await load()).resolve(task, open);
      } catch (error) {
        report(error);
        return undefined;
      }
    },
  });
}
