import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ApiError } from '../../src/api/apiError.ts';
import type { Failure, Problem } from '../../src/model/failure.ts';
import { showError } from '../../src/ui/errors/reportError.ts';
import { isCancellation, UserError } from '../../src/ui/errors/userError.ts';
import { describeFailure, failureSentence } from '../../src/ui/format/failureText.ts';
import { eventually } from '../eventually.ts';
import { withMessages } from './shownMessages.ts';

const HOSTILE = `first line\nsecond\u202E line ${'x'.repeat(5000)}`;

const PROBLEM: Problem = {
  type: 'https://service.example.com/validation-error',
  title: 'Invalid',
  detail: HOSTILE,
  requestId: 'r-1',
  correlationId: undefined,
  fieldErrors: new Map([['entityId', [HOSTILE, 'is wrong']]]),
};

const FAILURES: readonly Failure[] = [
  { kind: 'signedOut' },
  { kind: 'unauthorized', problem: PROBLEM },
  { kind: 'rejected', reason: 'byService', status: 400, message: HOSTILE, problem: PROBLEM },
  { kind: 'rejected', reason: 'byService', status: 200, message: '', problem: undefined },
  { kind: 'rejected', reason: 'digitsOnlyEntityId', status: undefined, message: '', problem: undefined },
  { kind: 'rejected', reason: 'unusableId', status: undefined, message: '', problem: undefined },
  { kind: 'notFound', problem: PROBLEM },
  { kind: 'rateLimited', retryAfterMs: 1 },
  { kind: 'rateLimited', retryAfterMs: undefined },
  { kind: 'unavailable', status: 503, retryAfterMs: undefined, problem: PROBLEM },
  ...(['nameNotFound', 'refused', 'interrupted', 'certificate', 'other'] as const).map((reason): Failure => ({
    kind: 'unreachable',
    reason,
    detail: 'ECONNRESET',
  })),
  { kind: 'timedOut', afterMs: 30_000 },
  { kind: 'tooLarge', limitBytes: 16_000_000 },
  { kind: 'redirected' },
  ...(['notJson', 'noEnvelope', 'missingFields'] as const).map((detail): Failure => ({
    kind: 'unexpectedAnswer',
    status: 200,
    detail,
  })),
];

describe('The text for a failure', () => {
  it('say what happened and what to do, each a sentence on one short line', () => {
    for (const failure of FAILURES) {
      const { what, remedy } = describeFailure(failure);
      for (const sentence of [what, remedy]) {
        assert.match(sentence, /^[^\p{Cc}\u202E]{10,400}$/u, `${failure.kind}: ${sentence}`);
        assert.doesNotMatch(sentence, /\{\d\}|undefined|NaN/, failure.kind);
      }
      assert.equal(failureSentence(failure), `${what} ${remedy}`);
    }
  });

  it('differ from failure to failure', () => {
    const sentences = FAILURES.map(failureSentence);
    assert.equal(new Set(sentences).size, sentences.length);
  });

  it('quote the message of the service and the fields it names', () => {
    const message = 'Entity is read-only';
    const problem = { ...PROBLEM, fieldErrors: new Map([['entityId', ['is wrong']]]) };
    const { what, remedy } = describeFailure({ kind: 'rejected', reason: 'byService', status: 400, message, problem });
    assert.match(what, /Entity is read-only/);
    assert.match(remedy, /entityId: is wrong/);
  });
});

describe('An error that signing in resolves', () => {
  it('offers to sign in to the account that it is about, or else to that of the window', async () => {
    const prefill = { baseUrl: 'https://other.example.com' };
    const asked: unknown[] = [];
    const quiet = (): void => undefined;
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    const report = (error: unknown): void => assert.fail(String(error));
    await withMessages(
      async () => {
        for (const error of [
          new UserError('Sign in there.', { offersSignIn: true, prefill }),
          new UserError('Sign in.', { offersSignIn: true }),
          new ApiError({ kind: 'unauthorized', problem: undefined }),
        ]) {
          const { length } = asked;
          showError(error, log, { signIn: (given) => asked.push(given), showLog: quiet, report });
          await eventually(() => asked.length > length, 'Sign In was chosen');
        }
      },
      ({ buttons }) => buttons[0],
    );
    assert.deepEqual(asked, [prefill, undefined, undefined]);
  });
});

describe('A cancellation', () => {
  it('is recognized from VS Code and from the web', () => {
    assert.ok(isCancellation(new vscode.CancellationError()));
    assert.ok(isCancellation(AbortSignal.abort().reason));
    assert.ok(!isCancellation(new Error('Canceled')));
    assert.ok(!isCancellation(undefined));
  });
});
