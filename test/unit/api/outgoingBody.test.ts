import assert from 'node:assert/strict';
import { AdaptiveChunkSize } from '../../../src/api/outgoingBody.ts';

const KB = 1024;

describe('The chunk size of an upload', () => {
  it('starts small and doubles on a fast connection, after sixteen chunks of a size', () => {
    const chunkSize = new AdaptiveChunkSize();
    const sizes: number[] = [];
    for (let chunk = 0; chunk < 80; chunk++) {
      sizes.push(chunkSize.bytes / KB);
      chunkSize.record(chunkSize.bytes, 1);
    }
    assert.deepEqual([...new Set(sizes)], [64, 128, 256, 512, 1024]);
    assert.equal(sizes.indexOf(128), 16);
    assert.equal(sizes.indexOf(256), 24);
  });

  it('stays small on a slow connection', () => {
    const chunkSize = new AdaptiveChunkSize();
    for (let chunk = 0; chunk < 100; chunk++) {
      chunkSize.record(chunkSize.bytes, 200);
    }
    assert.equal(chunkSize.bytes, 64 * KB);
  });

  it('shrinks when the connection slows down, to at least 64 KiB', () => {
    const chunkSize = new AdaptiveChunkSize();
    for (let chunk = 0; chunk < 80; chunk++) {
      chunkSize.record(chunkSize.bytes, 1);
    }
    const sizes: number[] = [];
    for (let chunk = 0; chunk < 6; chunk++) {
      sizes.push(chunkSize.bytes / KB);
      chunkSize.record(chunkSize.bytes, 2000);
    }
    assert.deepEqual(sizes, [1024, 512, 256, 128, 64, 64]);
  });
  it('counts bytes and not chunks, and stays as it is at a moderate speed', () => {
    const chunkSize = new AdaptiveChunkSize();
    chunkSize.record(16 * 64 * KB - 1, 1);
    assert.equal(chunkSize.bytes, 64 * KB);
    chunkSize.record(1, 99);
    assert.equal(chunkSize.bytes, 128 * KB);
    for (const elapsedMs of [100, 300, 500]) {
      chunkSize.record(9999 * KB, elapsedMs);
      assert.equal(chunkSize.bytes, 128 * KB);
    }
    chunkSize.record(1, 501);
    assert.equal(chunkSize.bytes, 64 * KB);
  });
});
