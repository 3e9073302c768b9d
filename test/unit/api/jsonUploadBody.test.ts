import assert from 'node:assert/strict';
import fc from 'fast-check';
import { byteOrderMarkLength, escapedAsJsonString, withoutByteOrderMark } from '../../../src/api/jsonUploadBody.ts';

/** Bytes, and the same bytes split into chunks, also within a character. */
const cut = (bytes: fc.Arbitrary<Uint8Array>) =>
  fc.tuple(bytes, fc.array(fc.nat())).map(([whole, places]) => {
    const cuts = places.map((place) => place % (whole.byteLength + 1)).sort((a, b) => a - b);
    return {
      whole,
      chunks: [0, ...cuts].map((start, i) => whole.subarray(start, cuts[i])),
    };
  });

const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1 }),
    fc.constantFrom('"', ',', '\\', '\r', '\n', '\t', '€', '😀', '\u2028', '\ufeff', '\0'),
  ),
});
const utf8 = text.map((value) => Buffer.from(value, 'utf8'));

async function* inTurn(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    yield await Promise.resolve(chunk);
  }
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) {
    all.push(chunk);
  }
  return Buffer.concat(all);
}

const withoutMark = (value: string): string => value.replace(/^\ufeff/, '');

describe('escapedAsJsonString', () => {
  it('equals JSON.stringify, wherever the text is split', async () => {
    await fc.assert(
      fc.asyncProperty(cut(utf8), async ({ whole, chunks }) => {
        const escaped = (await joined(escapedAsJsonString(inTurn(chunks)))).toString('utf8');
        assert.equal(escaped, JSON.stringify(withoutMark(Buffer.from(whole).toString('utf8'))));
      }),
    );
  });

  it('encodes any bytes as the JSON string of their text, wherever they are split', async () => {
    await fc.assert(
      fc.asyncProperty(cut(fc.uint8Array()), async ({ whole, chunks }) => {
        const escaped = (await joined(escapedAsJsonString(inTurn(chunks)))).toString('utf8');
        assert.equal(JSON.parse(escaped), new TextDecoder().decode(whole));
      }),
    );
  });
});

describe('withoutByteOrderMark', () => {
  it('drops only a leading one, wherever the bytes are split', async () => {
    const marked = fc
      .tuple(fc.nat(2), utf8)
      .map(([marks, rest]) => Buffer.concat([Buffer.from('\ufeff'.repeat(marks)), rest]));
    await fc.assert(
      fc.asyncProperty(cut(fc.oneof(marked, fc.uint8Array({ maxLength: 4 }))), async ({ whole, chunks }) => {
        const hasMark = Buffer.from('\ufeff').equals(whole.subarray(0, 3));
        const expected = Buffer.from(hasMark ? whole.subarray(3) : whole);
        assert.deepEqual(await joined(withoutByteOrderMark(inTurn(chunks))), expected);
        assert.equal(await byteOrderMarkLength(inTurn(chunks)), whole.length - expected.length);
      }),
    );
  });
});
