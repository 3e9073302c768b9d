import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';

describe('Emitter', () => {
  it('calls listeners in the order they subscribed, until they unsubscribe', () => {
    const emitter = new Emitter<number>();
    const calls: string[] = [];
    const first = emitter.event((n) => calls.push(`first ${n}`));
    emitter.event((n) => calls.push(`second ${n}`));
    emitter.fire(1);
    first.dispose();
    first.dispose();
    emitter.fire(2);
    assert.deepEqual(calls, ['first 1', 'second 1', 'second 2']);
  });

  it('treats the same function as two subscriptions', () => {
    const emitter = new Emitter<void>();
    let calls = 0;
    const listener = () => {
      calls++;
    };
    const first = emitter.event(listener);
    emitter.event(listener);
    emitter.fire();
    first.dispose();
    emitter.fire();
    assert.equal(calls, 3);
  });

  it('does not call a listener that an earlier one has unsubscribed, nor one that it has subscribed', () => {
    const emitter = new Emitter<void>();
    const calls: string[] = [];
    emitter.event(() => {
      calls.push('first');
      second.dispose();
      emitter.event(() => calls.push('third'));
    });
    const second = emitter.event(() => calls.push('second'));
    emitter.fire();
    assert.deepEqual(calls, ['first']);
  });

  it('reports the error of a listener as uncaught, and calls the others', async () => {
    const mochas = process.rawListeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const uncaught = new Promise((resolve) => process.once('uncaughtException', resolve));
    try {
      const emitter = new Emitter<void>();
      const error = new Error('from a listener');
      let calls = 0;
      emitter.event(() => {
        throw error;
      });
      emitter.event(() => {
        calls++;
      });
      emitter.fire();
      assert.equal(calls, 1);
      assert.equal(await uncaught, error);
    } finally {
      for (const listener of mochas) {
        process.on('uncaughtException', listener as NodeJS.UncaughtExceptionListener);
      }
    }
  });

  it('calls no listener after it is disposed', () => {
    const emitter = new Emitter<void>();
    let calls = 0;
    emitter.event(() => {
      calls++;
    });
    emitter.dispose();
    emitter.fire();
    assert.equal(calls, 0);
  });
});
