import assert from 'node:assert/strict';
import { promisify } from 'node:util';
import { gunzip as gunzipAtOnce, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { BROKEN_ARCHIVE, gunzip, gunzipStart, OVERSIZED_ARCHIVE } from '../../../../src/data/gzip/gunzip.ts';
import type { GunzipLimits } from '../../../../src/data/gzip/gunzip.ts';
import { runs } from '../../../scale.ts';

const MEGABYTE = 1_048_576;

async function* inChunks(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}

async function unpacked(chunks: AsyncIterable<Uint8Array>, limits?: GunzipLimits): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of gunzip(chunks, limits)) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function codeOf(chunks: AsyncIterable<Uint8Array>, limits?: GunzipLimits): Promise<unknown> {
  try {
    await unpacked(chunks, limits);
    return 'none';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

/** Rows that compress as those of a ledger do. */
function ledger(rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, row) => `${row},${(row * 7919) % 10_007},Zürich,${row % 97}.50`);
  return Buffer.from(`id,account,town,net\n${lines.join('\n')}\n`);
}

describe('Compressed data', () => {
  it('is what was compressed, whatever the chunks are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), fc.integer({ min: 1, max: 700 }), async (bytes, size) => {
        assert.deepEqual(await unpacked(inChunks(gzipSync(bytes), size)), Buffer.from(bytes));
      }),
      { numRuns: runs(50) },
    );
    const large = ledger(200_000);
    assert.ok((await unpacked(inChunks(gzipSync(large)))).equals(large));
  });

  it('may have several members, as gzip defines it', async () => {
    const [one, other] = [ledger(10), ledger(3)];
    const members = Buffer.concat([gzipSync(one), gzipSync(other)]);
    const both = Buffer.concat([one, other]);
    for (const size of [1, 7, members.length]) {
      assert.ok((await unpacked(inChunks(members, size))).equals(both), `${size}`);
    }
  });

  it('is not read if it is truncated, wherever that is', async () => {
    const whole = gzipSync(ledger(2_000));
    for (const length of [3, 9, 10, 11, 1_000, whole.length - 9, whole.length - 8, whole.length - 1]) {
      assert.equal(await codeOf(inChunks(whole.subarray(0, length), 512)), BROKEN_ARCHIVE, `${length} bytes`);
    }
  });

  it('is not read if a byte of it is damaged', async () => {
    const whole = gzipSync(ledger(2_000));
    // In the data, its checksum, and its length.
    for (const at of [20, whole.length >> 1, whole.length - 7, whole.length - 2]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      assert.equal(await codeOf(inChunks(damaged, 512)), BROKEN_ARCHIVE, `byte ${at}`);
    }
  });

  it('is not read if something else follows it, in the same chunk or a later one', async () => {
    const whole = gzipSync(ledger(20));
    const followed = Buffer.concat([whole, Buffer.from('id\nsecret\n')]);
    const padded = Buffer.concat([whole, Buffer.alloc(512)]);
    for (const size of [1, 13, whole.length, followed.length]) {
      assert.equal(await codeOf(inChunks(followed, size)), BROKEN_ARCHIVE, `chunks of ${size} bytes`);
      assert.equal(await codeOf(inChunks(padded, Math.min(size, whole.length))), BROKEN_ARCHIVE, `zeros in ${size}`);
    }
    const passedOn: Uint8Array[] = [];
    const pieces = gunzip(inChunks(padded, whole.length));
    await assert.rejects(async () => {
      for await (const piece of pieces) {
        passedOn.push(piece);
      }
    });
    assert.deepEqual(passedOn, [], 'its last piece would complete a request');
  });

  it('is not read beyond a length, or beyond a ratio that only bombs have', async () => {
    const bomb = gzipSync(Buffer.alloc(128 * MEGABYTE, 'id\n1\n'));
    assert.ok(bomb.length < MEGABYTE);
    const limits = { mostBytes: 256 * MEGABYTE, mostTimes: 200, freeBytes: MEGABYTE };
    let read = 0;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of inChunks(bomb, 1_024)) {
        read += chunk.length;
        yield chunk;
      }
    };
    assert.equal(await codeOf(counted(), limits), OVERSIZED_ARCHIVE);
    assert.ok(read < bomb.length, 'the rest is not read');
    const rows = gzipSync(ledger(100_000));
    assert.equal(await codeOf(inChunks(rows), limits), 'none');
    assert.equal(await codeOf(inChunks(rows), { ...limits, mostBytes: MEGABYTE }), OVERSIZED_ARCHIVE);
    const exactly = { mostBytes: ledger(100_000).length, mostTimes: 1, freeBytes: ledger(100_000).length };
    assert.equal(await codeOf(inChunks(rows), exactly), 'none');
    assert.equal(await codeOf(inChunks(rows), { ...exactly, freeBytes: 0 }), OVERSIZED_ARCHIVE, 'the ratio');
  });

  it('has a ratio without a limit up to 64 MB', async () => {
    const repeated = (bytes: number): Uint8Array => gzipSync(Buffer.alloc(bytes, 'id\n1\n'));
    assert.equal(await codeOf(inChunks(repeated(64 * MEGABYTE))), 'none');
    assert.equal(await codeOf(inChunks(repeated(65 * MEGABYTE))), OVERSIZED_ARCHIVE);
  });

  it('fails with the cause', async () => {
    await assert.rejects(unpacked(inChunks(Buffer.from('id\n1\n'))), (error) => {
      assert.ok(error instanceof Error && error.cause instanceof Error);
      assert.match(error.cause.message, /incorrect header/);
      return true;
    });
  });

  it('fails as its source fails, before the last piece', async () => {
    const whole = gzipSync(ledger(20));
    const error = new Error('changed');
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      // All of the data, and once that was decompressed, its source says that it was other data.
      yield await Promise.resolve(whole);
      await promisify(gunzipAtOnce)(whole);
      throw error;
    };
    const pieces: Uint8Array[] = [];
    await assert.rejects(async () => {
      for await (const piece of gunzip(failing())) {
        pieces.push(piece);
      }
    }, error);
    assert.deepEqual(pieces, []);
  });

  it('is read only as far as it is needed, and its source is closed if that is not to its end', async () => {
    const whole = gzipSync(ledger(300_000));
    let isClosed = false;
    let read = 0;
    const source = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of inChunks(whole, 1_024)) {
          read += chunk.length;
          yield chunk;
        }
      } finally {
        isClosed = true;
      }
    };
    for await (const piece of gunzip(source())) {
      assert.ok(piece.length > 0);
      break;
    }
    assert.ok(isClosed);
    assert.ok(read < whole.length / 2, `${read} of ${whole.length} bytes`);
  });

  it('has a beginning, also if the rest is damaged', async () => {
    const text = ledger(2_000);
    const whole = gzipSync(text);
    assert.deepEqual(await gunzipStart(inChunks(whole), 100), text.subarray(0, 100));
    assert.deepEqual(await gunzipStart(inChunks(gzipSync('id\n')), 100), Buffer.from('id\n'));
    assert.deepEqual(await gunzipStart(inChunks(whole.subarray(0, 12)), 100), Buffer.alloc(0));
  });

  it('has a beginning that is read no further than needed', async () => {
    const text = ledger(300_000);
    const whole = gzipSync(text);
    let read = 0;
    const source = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of inChunks(whole, 1_024)) {
        read += chunk.length;
        yield chunk;
      }
    };
    const aboveOnePiece = 300_000;
    const start = await gunzipStart(source(), aboveOnePiece);
    assert.ok(text.subarray(0, aboveOnePiece).equals(start), 'of several pieces');
    assert.ok(read < whole.length / 2, `${read} of ${whole.length} bytes`);
  });

  it('has no beginning if its source fails', async () => {
    const error = new Error('changed');
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(gzipSync('id\n'));
      throw error;
    };
    await assert.rejects(gunzipStart(failing(), 100), error);
  });
});
