import assert from 'node:assert/strict';
import { createFromParts, DisposableStore, MutableDisposable } from '../../../src/base/disposable.ts';

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

  it('disposes at once what is added after it was disposed', () => {
    const store = new DisposableStore();
    store.dispose();
    let isDisposed = false;
    store.add({ dispose: () => (isDisposed = true) });
    assert.equal(isDisposed, true);
  });

  it('disposes the others if one throws, and reports the error', () => {
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

  it('no longer owns what is removed', () => {
    const store = new DisposableStore();
    const disposed: string[] = [];
    const first = store.add({ dispose: () => disposed.push('first') });
    store.add({ dispose: () => disposed.push('second') });
    store.remove(first);
    store.dispose();
    store.remove(first);
    assert.deepEqual(disposed, ['second']);
  });
});

describe('MutableDisposable', () => {
  const create = (name: string, disposed: string[]) => ({ name, dispose: () => void disposed.push(name) });

  it('disposes the previous value when another is set, and the last one when it is disposed', () => {
    const disposed: string[] = [];
    const mutable = new MutableDisposable<ReturnType<typeof create>>();
    mutable.value = create('first', disposed);
    mutable.value = create('second', disposed);
    assert.deepEqual(disposed, ['first']);
    assert.equal(mutable.value.name, 'second');
    mutable.dispose();
    assert.deepEqual(disposed, ['first', 'second']);
    assert.equal(mutable.value, undefined);
  });

  it('keeps a value that is set again, and disposes it when it is cleared', () => {
    const disposed: string[] = [];
    const mutable = new MutableDisposable();
    const value = create('value', disposed);
    mutable.value = value;
    mutable.value = value;
    assert.deepEqual(disposed, []);
    mutable.clear();
    assert.deepEqual(disposed, ['value']);
  });

  it('disposes at once what is set after it was disposed', () => {
    const disposed: string[] = [];
    const mutable = new MutableDisposable();
    mutable.dispose();
    mutable.value = create('late', disposed);
    assert.deepEqual(disposed, ['late']);
    assert.equal(mutable.value, undefined);
  });
});

describe('What is created from parts', () => {
  it('owns the parts, which stay', async () => {
    const disposed: string[] = [];
    const whole = await createFromParts((parts) => {
      parts.add({ dispose: () => disposed.push('part') });
      return Promise.resolve(parts);
    });
    assert.deepEqual(disposed, []);
    whole.dispose();
    assert.deepEqual(disposed, ['part']);
  });

  it('leaves no parts if it could not be created, so that another attempt has only its own', async () => {
    const disposed: string[] = [];
    const creation = createFromParts(async (parts) => {
      parts.add({ dispose: () => disposed.push('first') });
      parts.add({ dispose: () => disposed.push('second') });
      await Promise.reject(new Error('unreadable'));
    });
    await assert.rejects(creation, /unreadable/);
    assert.deepEqual(disposed, ['second', 'first']);
  });
});
