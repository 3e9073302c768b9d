import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/apiError.ts';
import { RequestLog } from '../../../src/api/requestLog.ts';
import type { Failure } from '../../../src/model/failure.ts';
import { recordingLog } from './rawServer.ts';

const GET = { method: 'GET', path: '/connections' } as const;
const POST = { method: 'POST', path: '/connections/sync' } as const;

const SECRET = 'text of the service';
const PROBLEM = {
  type: undefined,
  title: SECRET,
  detail: SECRET,
  fieldErrors: new Map(),
  requestId: 'r1',
  correlationId: 'c1',
};

describe('The log of requests', () => {
  function linesOf(write: (log: RequestLog) => void): readonly string[] {
    const { log, lines } = recordingLog();
    write(new RequestLog(log));
    return lines.map(({ level, message }) => `${level}: ${message}`);
  }

  it('has a line for each answer, with the ids that it has', () => {
    const lines = linesOf((log) => {
      log.completed(GET, 200, 12.6, { requestId: 'r1', correlationId: 'c1', apiVersion: '1' });
      log.completed(POST, 202, 0, {});
    });
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? '', /^debug: GET \/connections 200 13 ms requestId=r1 correlationId=c1 apiVersion=1$/);
    assert.match(lines[1] ?? '', /^info: POST \/connections\/sync 202 0 ms$/);
  });

  it('has the ids of a failure, but no text of the service', () => {
    for (const [failure, expected] of [
      [{ kind: 'signedOut' }, 'signedOut'],
      [{ kind: 'unauthorized', problem: PROBLEM }, 'unauthorized'],
      [{ kind: 'notFound', problem: PROBLEM }, 'notFound'],
      [{ kind: 'rateLimited', retryAfterMs: 1 }, 'rateLimited'],
      [{ kind: 'redirected' }, 'redirected'],
      [
        { kind: 'rejected', reason: 'byService', status: 422, message: SECRET, problem: PROBLEM },
        'rejected (byService, 422)',
      ],
      [{ kind: 'rejected', reason: 'unusableId' }, 'rejected (unusableId)'],
      [{ kind: 'unavailable', status: 503, retryAfterMs: undefined, problem: PROBLEM }, 'unavailable (503)'],
      [{ kind: 'unreachable', reason: 'refused', detail: 'ECONNREFUSED' }, 'unreachable (refused: ECONNREFUSED)'],
      [{ kind: 'timedOut', afterMs: 30_000 }, 'timedOut (after 30000 ms)'],
      [{ kind: 'tooLarge', limitBytes: 1024 }, 'tooLarge (more than 1024 bytes)'],
      [{ kind: 'unexpectedResponse', status: 200, detail: 'notJson' }, 'unexpectedResponse (notJson, 200)'],
    ] as const satisfies readonly (readonly [Failure, string])[]) {
      const cause = new Error('why');
      const error = new ApiError(failure, { cause });
      assert.deepEqual([error.message, error.name, error.cause], [expected, 'ApiError', cause]);
      const ids = 'problem' in failure ? ' requestId=r1 correlationId=c1' : '';
      const [line = '', ...others] = linesOf((log) => log.failed(POST, error, 5));
      assert.ok(line === `warn: POST /connections/sync ${expected} 5 ms${ids}`, line);
      assert.deepEqual([line.includes(SECRET), others], [false, []]);
    }
  });

  it('has only the name of another error, whose message may be text of a file, and "cancelled" for any other value', () => {
    const [error = '', value = ''] = linesOf((log) => {
      log.failed(POST, new TypeError('id,name'), 1);
      log.failed(POST, 'id,name', 1);
    });
    assert.ok(error === 'info: POST /connections/sync TypeError 1 ms', error);
    assert.ok(value === 'info: POST /connections/sync cancelled 1 ms', value);
  });

  it('warns once of an API version that this extension was not written for', () => {
    const lines = linesOf((log) => {
      log.completed(GET, 200, 1, { apiVersion: '1' });
      log.completed(GET, 200, 1, { apiVersion: `2\n${'x'.repeat(100)}` });
      log.completed(GET, 200, 1, { apiVersion: '3' });
    });
    const warnings = lines.filter((line) => line.includes('this extension was written for version 1'));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /API version 2 x{37}…;/);
  });
});
