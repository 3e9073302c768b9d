import type { Task } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { lazy } from '../../base/lazy.ts';
import { registerCompletions } from '../window/completions.ts';
import type { DataTasksOptions, OpenTask } from './dataTasks.ts';

export interface TasksFeature extends Disposable {
  /** The tasks that VS Code offers the user, for the files that they have uploaded from this workspace. */
  provide(open: OpenTask): Promise<readonly Task[]>;
  /** Returns the same task with its execution. */
  resolve(task: Task, open: OpenTask): Promise<Task>;
  readonly open: OpenTask;
}

/** Tasks, and the completion of entity IDs in their definitions. The implementation is loaded when it is first needed. */
export function createTasksFeature(options: DataTasksOptions): TasksFeature {
  const owned = new DisposableStore();
  const load = lazy(async () => {
    const { DataTasks } = await import('./dataTasks.ts');
    return new DataTasks(options);
  });
  owned.add(
    registerCompletions(
      [{ pattern: '**/tasks.json' }, { pattern: '**/*.code-workspace' }],
      {
        provideCompletionItems: async (document, position) => {
          const { completeEntityIds } = await import('./entityCompletions.ts');
          return completeEntityIds(document, position, options.feed);
        },
      },
      '"',
    ),
  );
  return {
    provide: async (open) => {
      const { session, history } = options;
      const isEmpty =
        session.state.kind === 'signedOut' || history.latestOfEachFile(session.state.account.id).length === 0;
      return isEmpty ? [] : (await load()).provide(open);
    },
    resolve: async (...task) => (await load()).resolve(...task),
    open: async (...task) => (await load()).open(...task),
    dispose: () => owned.dispose(),
  };
}
