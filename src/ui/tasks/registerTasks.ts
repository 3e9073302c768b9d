import { tasks, workspace } from 'vscode';
import type { Task } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { OpenTask } from './dataTasks.ts';
import type { TasksFeature } from './tasksFeature.ts';

interface RegisterTasksOptions {
  /** Returns the feature if it is already loaded. Offering tasks doesn't load it: before that, there is no account to offer tasks for. */
  readonly loaded: () => TasksFeature | undefined;
  readonly load: () => Promise<TasksFeature>;
  readonly report: (error: unknown) => void;
}

/** Registers the provider of tasks of the type `dataConnections`, which offers tasks and runs those of `tasks.json`. */
export function registerTasks({ loaded, load, report }: RegisterTasksOptions): Disposable {
  // Gets the feature anew for each run: VS Code reruns a task without resolving it again, and starting a demo replaces the features.
  const open: OpenTask = async (...task) => (await load()).open(...task);
  return tasks.registerTaskProvider('dataConnections', {
    provideTasks: async (): Promise<Task[]> => {
      try {
        return workspace.isTrusted ? [...((await loaded()?.provide(open)) ?? [])] : [];
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
