import assert from 'node:assert/strict';
import { readBody, ResponseTooLargeError } from '../../../src/api/fetchLike.ts';

const KB = 1024;

describe('The text of an answer', () => {
  let read: number;
  let isCancelled: boolean;

  /** A response whose chunks have all arrived. */
  function responseOf(chunks: readonly Uint8Array[]): Response {
    read = 0;
    isCancelled = false;
    return new Response(
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            const chunk = chunks[read];
            read += 1;
            if (chunk === undefined) {
              controller.close();
            } else {
              controller.enqueue(chunk);
            }
          },
          cancel() {
            isCancelled = true;
          },
        },
        { highWaterMark: 0 },
      ),
    );
  }

  const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

  it('is UTF-8, wherever it is split, without a byte order mark', async () => {
    const whole = bytes('\ufeffa \ufeffÖ€😀');
    for (let at = 0; at <= whole.byteLength; at += 1) {
      assert.equal(await readBody(responseOf([whole.subarray(0, at), whole.subarray(at)]), 100), 'a \ufeffÖ€😀');
    }
    assert.equal(await readBody(responseOf([bytes('€').subarray(0, 2)]), 100), '\ufffd', 'half a character at the end');
  });

  it('is empty for an answer without a body', async () => {
    assert.equal(await readBody(new Response(null), 0), '');
  });

  it('may be as long as the limit, beyond which nothing more is read', async () => {
    assert.equal(await readBody(responseOf([bytes('abc'), bytes('de')]), 5), 'abcde');
    await assert.rejects(readBody(responseOf([bytes('abc'), bytes('def'), bytes('ghi')]), 5), (error: unknown) => {
      assert.ok(error instanceof ResponseTooLargeError);
      assert.deepEqual(
        [error.name, error.message, error.limitBytes],
        ['ResponseTooLargeError', 'The response has more than 5 bytes.', 5],
      );
      return true;
    });
    assert.deepEqual([read, isCancelled], [2, true]);
  });

  it('lets other work run after every 512 kB, and not more often', async () => {
    for (const [chunks, turns] of [
      [16, 2],
      [15, 1],
      [7, 0],
    ] as const) {
      let ran = 0;
      let isDone = false;
      const other = (): void => {
        ran += 1;
        if (!isDone) {
          setImmediate(other);
        }
      };
      const response = responseOf(Array.from({ length: chunks }, () => new Uint8Array(64 * KB)));
      const text = readBody(response, 10_000 * KB);
      setImmediate(other);
      assert.equal((await text).length, chunks * 64 * KB);
      isDone = true;
      assert.equal(ran, turns, `${chunks} chunks`);
      await new Promise(setImmediate);
    }
  });
});
