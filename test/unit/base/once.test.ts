import assert from 'node:assert/strict';
import { once } from '../../../src/base/once.ts';

describe('What is made once', () => {
  it('is made by the first call and given to all', async () => {
    let made = 0;
    const get = once(() => Promise.resolve(++made));
    assert.deepEqual(await Promise.all([get(), get()]), [1, 1]);
    assert.equal(await get(), 1);
  });

  it('is tried again where making it failed', async () => {
    let tries = 0;
    const get = once(() => (++tries === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(tries)));
    await assert.rejects(get(), /not yet/);
    assert.equal(await get(), 2);
  });
});
