import assert from 'node:assert/strict';
import { DisposableStore } from '../../../src/base/disposable.ts';

describe('DisposableStore', () => {
  it('disposes what it owns once, last one first', () => {
    const store = new DisposableStore();
    const disposed: string[] = [];
    const first = store.add({ dispose: () => disposed.push('first') });
    store.add({ dispose: () => disposed.push('second') });
    store.dispose();
    store.dispose();
    assert.deepEqual(disposed, ['second', 'first']);
    first.dispose();
  });

  it('disposes at once what is added after that', () => {
    const store = new DisposableStore();
    store.dispose();
    let isDisposed = false;
    store.add({ dispose: () => (isDisposed = true) });
    assert.equal(isDisposed, true);
  });

  it('disposes the others where one throws, and tells of it', () => {
    const store = new DisposableStore();
    const error = new Error('stuck');
    let isDisposed = false;
    store.add({ dispose: () => (isDisposed = true) });
    store.add({
      dispose: () => {
        throw error;
      },
    });
    assert.throws(
      () => store.dispose(),
      (thrown) => thrown instanceof AggregateError && thrown.errors[0] === error,
    );
    assert.equal(isDisposed, true);
  });
});
