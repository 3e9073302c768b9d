import assert from 'node:assert/strict';
import { sharePendingAnswers } from '../../../../src/app/tasks/sharePendingAnswers.ts';
import type { SyncQuestion } from '../../../../src/app/tasks/taskContext.ts';
import type { Account } from '../../../../src/model/account.ts';

describe('The question whether tasks may sync a connection', () => {
  const question = (entityId: string, accountId = 'one'): SyncQuestion => ({
    account: { id: accountId } as Account,
    entityId,
    name: entityId,
  });

  it('is asked once while it is open, for each connection of each account', async () => {
    const asked: ((isAllowed: boolean) => void)[] = [];
    const ask = sharePendingAnswers(() => new Promise((resolve) => asked.push(resolve)));
    const answers = [ask(question('a')), ask(question('a')), ask(question('b')), ask(question('a', 'other'))];
    assert.equal(asked.length, 3);
    asked.forEach((answer, index) => answer(index === 0));
    assert.deepEqual(await Promise.all(answers), [true, true, false, false]);
    void ask(question('a'));
    assert.equal(asked.length, 4, 'it is asked again after an answer');
  });

  it('is asked again after it could not be asked', async () => {
    let count = 0;
    const ask = sharePendingAnswers(() => {
      count += 1;
      return Promise.reject(new Error('closed'));
    });
    await assert.rejects(ask(question('a')));
    await assert.rejects(ask(question('a')));
    assert.equal(count, 2);
  });
});
