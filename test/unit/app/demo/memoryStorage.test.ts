import assert from 'node:assert/strict';
import { MemorySecrets, MemoryStorage } from '../../../../src/app/demo/memoryStorage.ts';

describe('What the demo keeps in memory', () => {
  it('are values, each until it is set to undefined', async () => {
    const storage = new MemoryStorage();
    await storage.update('a', 1);
    await storage.update('b', false);
    assert.deepEqual([storage.get('a'), storage.get('b', true), storage.keys()], [1, false, ['a', 'b']]);
    await storage.update('a', undefined);
    assert.deepEqual([storage.get('a'), storage.get('a', 2), storage.keys()], [undefined, 2, ['b']]);
  });

  it('are secrets, whose changes are told with their keys', async () => {
    const secrets = new MemorySecrets();
    const told: [string, string | undefined][] = [];
    secrets.onDidChange(({ key }) => void secrets.get(key).then((secret) => told.push([key, secret])));
    await secrets.store('a', 'one');
    await secrets.store('a', 'two');
    await secrets.store('b', 'three');
    assert.deepEqual(
      [await secrets.keys(), await secrets.get('a'), await secrets.get('c')],
      [['a', 'b'], 'two', undefined],
    );
    await secrets.delete('a');
    assert.deepEqual([await secrets.keys(), await secrets.get('a')], [['b'], undefined]);
    assert.deepEqual(told, [
      ['a', 'one'],
      ['a', 'two'],
      ['b', 'three'],
      ['a', undefined],
    ]);
  });
});
