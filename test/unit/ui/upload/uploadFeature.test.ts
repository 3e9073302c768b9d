import assert from 'node:assert/strict';
import { deleteOldHistory } from '../../../../src/ui/upload/oldHistory.ts';

describe('The history of uploads that an earlier version kept in a workspace', () => {
  it('is deleted, and nothing else', async () => {
    const values = new Map<string, unknown>([
      ['dataConnections.upload.history', { me: [{ source: 'file:///payroll.csv' }] }],
      ['dataConnections.activeAccount', 'me'],
    ]);
    const writes: string[] = [];
    const memory = {
      keys: () => [...values.keys()],
      update: (key: string, value: unknown) => {
        writes.push(key);
        return Promise.resolve(value === undefined ? void values.delete(key) : void values.set(key, value));
      },
    };
    await deleteOldHistory(memory);
    await deleteOldHistory(memory);
    assert.deepEqual([...values.keys()], ['dataConnections.activeAccount']);
    assert.deepEqual(writes, ['dataConnections.upload.history'], 'written once');
  });
});
