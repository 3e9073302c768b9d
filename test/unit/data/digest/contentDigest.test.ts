import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { BackgroundDigest, ContentDigest } from '../../../../src/data/digest/contentDigest.ts';

const BLOCK_BYTES = 1_048_576;

describe('The digest of a content', () => {
  it('is the SHA-256 of the SHA-256 of each MiB, however it is cut, on this thread and in the background', async () => {
    const lengths = fc.oneof(
      fc.nat(100),
      fc.nat(3 * BLOCK_BYTES),
      fc
        .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: -1, max: 1 }))
        .map(([blocks, more]) => blocks * BLOCK_BYTES + more),
    );
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(lengths, cuts, fc.nat(255), async (length, shares, seed) => {
        const content = contentOf(length, seed);
        const pieces = cut(content, shares);
        assert.equal(digestOf(pieces), expectedDigest(content));
        assert.equal(await backgroundDigestOf(pieces), expectedDigest(content));
      }),
      { numRuns: 40 },
    );
  });

  it('differs if one byte of any block differs, and if two blocks are swapped', async () => {
    const content = contentOf(2 * BLOCK_BYTES + 5, 1);
    const others = [0, BLOCK_BYTES - 1, BLOCK_BYTES, content.length - 1].map((at) => {
      const other = Buffer.from(content);
      other[at] = (other[at] ?? 0) ^ 1;
      return other;
    });
    const [one, two, rest] = [0, 1, 2].map((at) => content.subarray(at * BLOCK_BYTES, (at + 1) * BLOCK_BYTES));
    others.push(Buffer.concat([two ?? content, one ?? content, rest ?? content]));
    for (const other of others) {
      assert.notEqual(digestOf([other]), digestOf([content]));
      assert.notEqual(await backgroundDigestOf([other]), digestOf([content]));
    }
  });
});

describe('A digest in the background', () => {
  const { subtle } = crypto;
  const realDigest = subtle.digest.bind(subtle);
  afterEach(() => Reflect.deleteProperty(subtle, 'digest'));

  it('is of the bytes as they were, even if their memory is reused', async () => {
    const content = contentOf(3 * BLOCK_BYTES + 10, 2);
    const digest = new BackgroundDigest();
    const memory = Buffer.alloc(700_000);
    for (let start = 0; start < content.length; start += memory.length) {
      const part = content.subarray(start, start + memory.length);
      memory.set(part);
      await digest.update(memory.subarray(0, part.length));
      memory.fill(0);
    }
    assert.equal(await digest.digest(), expectedDigest(content));
  });

  it('copies no more than four blocks at a time, however many arrive at once', async () => {
    let inFlight = 0;
    let most = 0;
    let blocks = 0;
    Reflect.set(subtle, 'digest', async (algorithm: string, bytes: Uint8Array<ArrayBuffer>) => {
      blocks++;
      most = Math.max(most, ++inFlight);
      const result = await realDigest(algorithm, bytes);
      inFlight--;
      return result;
    });
    const content = contentOf(12 * BLOCK_BYTES, 3);
    assert.equal(await backgroundDigestOf([content]), expectedDigest(content));
    assert.equal(blocks, 12);
    assert.ok(most <= 4, `${most} at a time`);
  });

  it('rejects if a block has no digest, and only where it is awaited', async () => {
    const error = new Error('No memory.');
    Reflect.set(subtle, 'digest', () => Promise.reject(error));
    const digest = new BackgroundDigest();
    await digest.update(contentOf(BLOCK_BYTES, 4));
    await new Promise(setImmediate);
    await assert.rejects(digest.digest(), error);
  });
});

function contentOf(length: number, seed: number): Buffer {
  const content = Buffer.alloc(length);
  for (let at = 0; at < length; at += 997) {
    content[at] = (at * 31 + seed) & 255;
  }
  return content;
}

/** Cuts at these shares of the length. */
function cut(content: Buffer, shares: readonly number[]): readonly Buffer[] {
  const ends = [...shares.map((share) => Math.floor(share * content.length)), content.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => content.subarray(ends[index - 1] ?? 0, end));
}

function expectedDigest(content: Buffer): string {
  const all = createHash('sha256');
  for (let start = 0; start < content.length; start += BLOCK_BYTES) {
    all.update(
      createHash('sha256')
        .update(content.subarray(start, start + BLOCK_BYTES))
        .digest(),
    );
  }
  return all.digest('hex');
}

function digestOf(pieces: readonly Uint8Array[]): string {
  const digest = new ContentDigest();
  pieces.forEach((piece) => digest.update(piece));
  return digest.digest();
}

async function backgroundDigestOf(pieces: readonly Uint8Array[]): Promise<string> {
  const digest = new BackgroundDigest();
  for (const piece of pieces) {
    await digest.update(piece);
  }
  return digest.digest();
}
