import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ApiError } from '../../../src/api/apiError.ts';
import type { ResponseMeta } from '../../../src/model/responseMeta.ts';
import { CASES, expectedOf, textOf, VALUES } from './malformedCases.ts';
import type { Result } from './malformedCases.ts';
import { clientOf, recordingLog, startRawServer } from './rawServer.ts';
import type { RawServer } from './rawServer.ts';

/** The members of the prototypes that a response could change. */
function prototypes(): readonly unknown[] {
  return [Object.prototype, Array.prototype, String.prototype, Function.prototype].map((prototype) =>
    Reflect.ownKeys(prototype),
  );
}

describe('Malformed answers', () => {
  let server: RawServer;
  let text: string;
  const ownKeys = prototypes();

  async function received(call: Promise<unknown>): Promise<Result> {
    return call.then(
      (decoded) => ({ decoded }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) {
          throw error;
        }
        return { failure: error.failure, mayHaveArrived: error.mayHaveArrived };
      },
    );
  }

  before(async () => {
    server = await startRawServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(text));
    });
  });
  after(() => server.stop());

  for (const given of CASES) {
    it(given.title, async () => {
      text = textOf(given);
      const { log, lines } = recordingLog();
      const client = clientOf(server.baseUrl, { log });
      const metas: ResponseMeta[] = [];
      client.onDidReceiveResponse((meta) => metas.push(...(meta ? [meta] : [])));
      const result = await received(given.response.call(client));
      assert.deepEqual({ result, metas }, expectedOf(given, text));
      assert.deepEqual(prototypes(), ownKeys);
      for (const { message } of lines) {
        assert.doesNotMatch(message, /[\p{Cc}\p{Surrogate}\u202A-\u202E\u2066-\u2069]/u);
        assert.ok(message.length < 500);
      }
    });
  }

  it('are as many as docs/evidence.md says', () => {
    const numbers = /\| (\d+) +\| ([\d,]+) +\| `npx mocha test\/unit\/api\/malformedResponses\.test\.ts`/.exec(
      readFileSync('docs/evidence.md', 'utf8'),
    );
    const counted = [Object.keys(VALUES).length, CASES.length].map((count) => count.toLocaleString('en'));
    assert.deepEqual(numbers?.slice(1), counted);
  });
});
