import type { TaskContext } from './taskContext.ts';

/** Asks a question that is still open only once: tasks that sync the same connection at the same time get the same answer. */
export function askedOnce(ask: TaskContext['confirmSync']): TaskContext['confirmSync'] {
  const open = new Map<string, Promise<boolean>>();
  return (question) => {
    const key = JSON.stringify([question.account.id, question.entityId]);
    const answer = open.get(key) ?? ask(question).finally(() => open.delete(key));
    open.set(key, answer);
    return answer;
  };
}
