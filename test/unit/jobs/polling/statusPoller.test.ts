import assert from 'node:assert/strict';
import { AccountHealth } from '../../../../src/jobs/polling/accountHealth.ts';
import { MemoryJobStore } from '../../../../src/jobs/store/memoryJobStore.ts';
import { StatusPoller } from '../../../../src/jobs/polling/statusPoller.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { ACCOUNT_ID } from '../sampleJobs.ts';

describe('The question about all connections', () => {
  for (const [how, list] of Object.entries<() => Promise<Failure | undefined>>({
    rejects: () => Promise.reject(new Error('a defect')),
    throws: () => {
      throw new Error('a defect');
    },
  })) {
    it(`is open again after a listing that ${how}, counts as failed and is logged`, async () => {
      const store = new MemoryJobStore();
      const standing = new AccountHealth(ACCOUNT_ID, store);
      const errors: string[] = [];
      const ignore = (): void => undefined;
      const questions = await new Promise<StatusPoller>((settled) => {
        const created: StatusPoller = new StatusPoller({
          accountId: ACCOUNT_ID,
          store,
          standing,
          list,
          ask: () => Promise.reject(new Error('not asked')),
          onDidSettle: () => settled(created),
          log: { debug: ignore, info: ignore, warn: ignore, error: (message) => errors.push(message) },
        });
        assert.equal(created.askForAll(), true);
        assert.equal(created.isAsking(), true);
      });
      assert.equal(questions.isAsking(), false);
      assert.equal(store.pace(ACCOUNT_ID).listingUntil, undefined);
      assert.equal(store.pace(ACCOUNT_ID).listFailuresInARow, 1);
      assert.deepEqual(errors, ['Asking for all connections broke: Error: a defect']);
      assert.equal(questions.askForAll(), true);
      questions.dispose();
      standing.dispose();
    });
  }
});
