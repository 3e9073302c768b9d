import assert from 'node:assert/strict';
import { lazy, once } from '../../../src/base/lazy.ts';

describe('A lazily created value', () => {
  it('is created at the first call and shared by all', async () => {
    let made = 0;
    const get = lazy(() => Promise.resolve(++made));
    assert.deepEqual(await Promise.all([get(), get()]), [1, 1]);
    assert.equal(await get(), 1);
  });

  it('is created again after a creation failed', async () => {
    let tries = 0;
    const get = lazy(() => (++tries === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(tries)));
    await assert.rejects(get(), /not yet/);
    assert.equal(await get(), 2);
  });

  it('is created once, also without a promise', () => {
    let made = 0;
    const get = once(() => ++made);
    assert.deepEqual([get(), get()], [1, 1]);
  });
});
