import type { TaskContext } from './taskContext.ts';

/** Shows one dialog for tasks that ask about the same connection at the same time, and gives all of them its answer. */
export function sharePendingAnswers(ask: TaskContext['confirmSync']): TaskContext['confirmSync'] {
  const open = new Map<string, Promise<boolean>>();
  return (question) => {
    const key = JSON.stringify([question.account.id, question.entityId]);
    const answer = open.get(key) ?? ask(question).finally(() => open.delete(key));
    open.set(key, answer);
    return answer;
  };
}
