import assert from 'node:assert/strict';
import { AdaptiveChunkSize } from '../../../src/api/requestBody.ts';

const KB = 1024;

describe('The pieces the network is handed', () => {
  it('begin small and double on a fast line, once sixteen of a size have gone', () => {
    const pace = new AdaptiveChunkSize();
    const sizes: number[] = [];
    for (let piece = 0; piece < 80; piece++) {
      sizes.push(pace.bytes / KB);
      pace.took(pace.bytes, 1);
    }
    assert.deepEqual([...new Set(sizes)], [64, 128, 256, 512, 1024]);
    assert.equal(sizes.indexOf(128), 16);
    assert.equal(sizes.indexOf(256), 24);
  });

  it('stay small on a slow line', () => {
    const pace = new AdaptiveChunkSize();
    for (let piece = 0; piece < 100; piece++) {
      pace.took(pace.bytes, 200);
    }
    assert.equal(pace.bytes, 64 * KB);
  });

  it('become smaller again when the line does not keep up, never below 64 KiB', () => {
    const pace = new AdaptiveChunkSize();
    for (let piece = 0; piece < 80; piece++) {
      pace.took(pace.bytes, 1);
    }
    const sizes: number[] = [];
    for (let piece = 0; piece < 6; piece++) {
      sizes.push(pace.bytes / KB);
      pace.took(pace.bytes, 2000);
    }
    assert.deepEqual(sizes, [1024, 512, 256, 128, 64, 64]);
  });
});
