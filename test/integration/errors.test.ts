import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ApiError } from '../../src/api/apiError.ts';
import { WORD_JOINER } from '../../src/base/sinkText.ts';
import type { Failure, ProblemDetails } from '../../src/model/failure.ts';
import { reportError } from '../../src/ui/errors/reportError.ts';
import { isCancellation, UserError, withAction } from '../../src/ui/errors/userError.ts';
import { describeFailure, failureSentence } from '../../src/ui/format/failureText.ts';
import { taskLines } from '../../src/ui/tasks/taskText.ts';
import { eventually } from '../eventually.ts';
import { failureName, sentenceOf, TOLD, toldPart } from '../faults/toldFailures.ts';
import type { ToldFailure } from '../faults/toldFailures.ts';
import { sampleJob } from '../unit/jobs/sampleJobs.ts';
import { withMessages } from './shownMessages.ts';

const HOSTILE = `first line\nsecond\u202E line ${'x'.repeat(5000)}`;

const PROBLEM: ProblemDetails = {
  type: 'https://service.example.com/validation-error',
  title: 'Invalid',
  detail: HOSTILE,
  requestId: 'r-1',
  correlationId: undefined,
  fieldErrors: new Map([['entityId', [HOSTILE, 'is wrong']]]),
};

const HOSTILE_FAILURES: readonly Failure[] = [
  { kind: 'rejected', reason: 'byService', status: 400, message: HOSTILE, problem: PROBLEM },
  { kind: 'rejected', reason: 'byService', status: 200, message: '', problem: PROBLEM },
  { kind: 'notFound', problem: PROBLEM },
  { kind: 'unavailable', status: 503, retryAfterMs: undefined, problem: PROBLEM },
];

const rows = Object.entries<ToldFailure>(TOLD);

describe('The text for a failure', () => {
  for (const [name, { failure, what, remedy }] of rows) {
    it(`is that of the table: ${name}`, () => {
      assert.deepEqual(describeFailure(failure), { what, remedy });
      assert.equal(failureSentence(failure), `${what} ${remedy}`);
      // Two failures that differ only in the rest are told in the same way.
      assert.deepEqual(describeFailure(toldPart(failure)), { what, remedy });
    });
  }

  it('is in the table for each name, and differs from row to row', () => {
    for (const [name, { failure }] of rows) {
      assert.equal(name.split(', ')[0], failureName(failure));
    }
    const sentences = rows.map(([, told]) => sentenceOf(told));
    assert.equal(new Set(sentences).size, sentences.length);
  });

  it('says what happened and what to do, each a sentence on one short line, whatever the service sends', () => {
    for (const failure of HOSTILE_FAILURES) {
      const { what, remedy } = describeFailure(failure);
      for (const sentence of [what, remedy]) {
        assert.match(sentence, /^[^\p{Cc}\u202E]{10,400}$/u, `${failure.kind}: ${sentence}`);
        assert.doesNotMatch(sentence, /\{\d\}|undefined|NaN/, failure.kind);
      }
    }
  });

  it('quotes the message of the service and the fields it names', () => {
    const message = 'Entity is read-only';
    const problem = { ...PROBLEM, fieldErrors: new Map([['entityId', ['is wrong']]]) };
    const { what, remedy } = describeFailure({ kind: 'rejected', reason: 'byService', status: 400, message, problem });
    assert.match(what, /Entity is read-only/);
    assert.match(remedy, /entityId: is wrong/);
  });
});

describe('The notification of a failed request', () => {
  const quiet = (): void => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

  for (const [name, { failure, what, remedy, button }] of rows) {
    it(`has the text of the table and its button: ${name}`, async () => {
      await withMessages(({ all }) => {
        const actions = { signIn: quiet, showLog: quiet, report: (error: unknown) => assert.fail(String(error)) };
        reportError(new ApiError(failure), log, actions);
        reportError(new ApiError(failure, { mayHaveArrived: true }), log, actions);
        reportError(new ApiError(failure, { isPartlySent: true }), log, actions);
        reportError(withAction(new ApiError(failure), 'The sync did not start.'), log, actions);
        const mayHaveArrived = 'The service may still have received the request.';
        const isPartlySent = 'Not all of the data was sent, so nothing was loaded.';
        assert.deepEqual(
          all.map(({ severity, text, buttons }) => [severity, text.replaceAll(WORD_JOINER, ''), buttons]),
          [
            ['error', `${what} ${remedy}`, [button]],
            ['error', `${what} ${mayHaveArrived} ${remedy}`, [button]],
            ['error', `${what} ${isPartlySent} ${remedy}`, [button]],
            ['error', `The sync did not start. ${what} ${remedy}`, [button]],
          ],
        );
        return Promise.resolve();
      });
    });
  }
});

describe('The error of a file in the terminal of a task', () => {
  function told(error: unknown): readonly [text: string, logged: number] {
    let logged = 0;
    const ignore = (): void => undefined;
    const log = { debug: ignore, info: ignore, warn: ignore, error: () => (logged += 1) };
    const lines = taskLines({ kind: 'fileError', fileName: 'ledger.csv', error }, log);
    return [lines.join('\n'), logged];
  }

  it('is in the log if its cause is not a known one', () => {
    const [text, logged] = told(Object.assign(new Error('UNKNOWN: unknown error, read'), { code: 'UNKNOWN' }));
    assert.match(text, /“ledger\.csv” could not be read or sent\. See the log for details\./);
    assert.equal(logged, 1);
  });

  it('is logged once if several places show it', () => {
    const error = new Error('odd');
    assert.equal(told(error)[1], 1);
    assert.equal(told(error)[1], 0);
  });

  it('names the file, also if the service rejected it', () => {
    const { failure } = TOLD['rejected (byService), with a message'];
    const [text, logged] = told(new ApiError(failure));
    assert.match(text, /ledger\.csv: The service rejected the request: Not so\./);
    assert.equal(logged, 0);
    assert.match(told(Object.assign(new Error(), { code: 'EACCES' }))[0], /permission to read “ledger\.csv”/);
  });
});

describe('The file of a task', () => {
  it('is a folder: the terminal suggests a glob', () => {
    const ignore = (): void => undefined;
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    for (const [file, glob] of [
      ['exports', 'exports/*.csv'],
      ['exports\\\\', 'exports/*.csv'],
      ['.', './*.csv'],
    ] as const) {
      const text = taskLines({ kind: 'files', problem: 'folder', file }, log).join('');
      assert.ok(text.includes(`is a folder. For the files in it, use a glob pattern such as “${glob}”.`), text);
    }
  });
});

describe('The job of a task', () => {
  it('is named in the terminal if the task no longer waits for it, because it may wait for several', () => {
    const ignore = (): void => undefined;
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    const job = sampleJob();
    for (const kind of ['notTracked', 'noAccess', 'timedOut'] as const) {
      assert.match(taskLines({ kind, job }, log).join(''), /Orders: The /);
      assert.doesNotMatch(taskLines({ kind, job: undefined }, log).join(''), /: The /);
    }
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
          reportError(error, log, { signIn: (given) => asked.push(given), showLog: quiet, report });
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
