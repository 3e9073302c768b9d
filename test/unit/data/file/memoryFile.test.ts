import assert from 'node:assert/strict';
import { memoryFile } from '../../../../src/data/file/memoryFile.ts';

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) {
    all.push(chunk);
  }
  return Buffer.concat(all);
}

describe('Pieces in memory as an upload', () => {
  it('are their bytes each time they are read, in chunks of at most 1 MiB', async () => {
    const pieces = [3_000_000, 0, 1, 70_000].map((length, at) => Buffer.alloc(length, at + 1));
    const file = memoryFile('a.csv', 'csv', ...pieces);
    for (let reading = 0; reading < 2; reading++) {
      const bytes = await bytesOf(file.chunks());
      assert.equal(bytes.byteLength, file.byteLength);
      assert.ok(bytes.equals(Buffer.concat(pieces)));
    }
    for await (const chunk of file.chunks()) {
      assert.ok(chunk.byteLength > 0 && chunk.byteLength <= 1_048_576);
    }
  });

  it('have no chunks if there are none', async () => {
    const file = memoryFile('a.csv', 'csv');
    assert.deepEqual([file.byteLength, await bytesOf(file.chunks())], [0, Buffer.alloc(0)]);
  });
});
