import assert from 'node:assert/strict';
import { affectsWholeAccount } from '../../../src/model/failure.ts';
import type { Failure } from '../../../src/model/failure.ts';

describe('A failure that affects the whole account', () => {
  const problem = undefined;
  const cases: readonly (readonly [Failure, boolean])[] = [
    [{ kind: 'signedOut' }, true],
    [{ kind: 'unauthorized', problem }, true],
    [{ kind: 'rateLimited', retryAfterMs: undefined }, true],
    [{ kind: 'unreachable', reason: 'refused', detail: '' }, true],
    [{ kind: 'unavailable', status: 503, retryAfterMs: undefined, problem }, true],
    [{ kind: 'timedOut', afterMs: 1 }, true],
    [{ kind: 'redirected' }, true],
    [{ kind: 'notFound', problem }, false],
    [{ kind: 'rejected', reason: 'byService', status: 400, message: '', problem }, false],
    [{ kind: 'tooLarge', limitBytes: 1 }, false],
    [{ kind: 'unexpectedResponse', status: 200, detail: 'notJson' }, false],
  ];
  for (const [failure, expected] of cases) {
    it(`${expected ? 'is' : 'is not'} ${failure.kind}`, () => {
      assert.equal(affectsWholeAccount(failure), expected);
    });
  }
});
