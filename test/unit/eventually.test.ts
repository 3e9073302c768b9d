import { install } from '@sinonjs/fake-timers';
import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';

describe('Waiting in tests', () => {
  it('ends with what the check returns once that is neither undefined nor false', async () => {
    const results = [undefined, false, 0];
    assert.equal(await eventually(() => results.shift(), 'a number'), 0);
    assert.deepEqual(results, []);
  });

  it('takes an assertion that fails for not yet', async () => {
    let calls = 0;
    await eventually(() => {
      calls += 1;
      assert.equal(calls, 3);
      return true;
    }, 'the third call');
    assert.equal(calls, 3);
  });

  it('goes on in real time where a test has replaced the clock', async () => {
    const clock = install();
    try {
      const results = [false, true];
      assert.ok(await eventually(() => results.shift(), 'the second call'));
    } finally {
      clock.uninstall();
    }
  });

  it('ends in an error with the message and what the last call returned or threw', async () => {
    await assert.rejects(
      eventually(() => false, 'The job is shown', 1),
      /^Error: The job is shown: .* Last: the check returned false$/,
    );
    const cause = new Error('3 rows, not 4');
    const failing = eventually(() => Promise.reject(cause), 'Four rows', 1);
    await assert.rejects(failing, { message: /^Four rows: .* Last: 3 rows, not 4$/, cause });
  });

  it('ends in an error, too, where the check never returns', async () => {
    const hanging = eventually(() => new Promise<true>(() => undefined), 'An answer', 1);
    await assert.rejects(hanging, /An answer: .* Last: the check has not returned/);
  });
});
