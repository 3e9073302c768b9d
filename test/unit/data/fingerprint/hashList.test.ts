import assert from 'node:assert/strict';
import fc from 'fast-check';
import { HashList } from '../../../../src/data/fingerprint/hashList.ts';

/** Hashes that are often equal, close together, or at the limits. */
const hash = fc.oneof(
  fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  fc.bigInt({ min: 0n, max: 300n }),
  fc.constantFrom(0n, (1n << 32n) - 1n, 1n << 32n, (1n << 63n) - 1n, 1n << 63n, (1n << 64n) - 1n),
);

describe('A list of hashes', () => {
  it('is the same after it was packed, in any order, with any hash any number of times', () => {
    fc.assert(
      fc.property(fc.array(hash, { maxLength: 50 }), (hashes) => {
        const packed = listOf(hashes).pack();
        assert.equal(packed.count, hashes.length);
        const unpacked = HashList.unpack(packed);
        assert.deepEqual(unpacked.pack(), packed);
        assert.deepEqual(unpacked.differenceFrom(listOf(hashes)), { added: 0, removed: 0, same: hashes.length });
      }),
      { numRuns: 300 },
    );
  });

  it('counts what is added, removed and the same, each hash as often as it occurs', () => {
    fc.assert(
      fc.property(fc.array(hash), fc.array(hash), (before, now) => {
        const left = [...before];
        const same = now.filter((value) => {
          const at = left.indexOf(value);
          return at >= 0 && left.splice(at, 1).length > 0;
        }).length;
        const expected = { added: now.length - same, removed: before.length - same, same };
        assert.deepEqual(listOf(now).differenceFrom(listOf(before)), expected);
        assert.equal(listOf(now).repeats(), now.length - new Set(now).size);
      }),
      { numRuns: 300 },
    );
  });

  it('grows, and takes little more than its entropy', () => {
    const list = new HashList();
    for (let index = 0; index < 100_000; index++) {
      list.add(Math.imul(index, 0x9e3779b1) >>> 0, Math.imul(index ^ 0x5bd1e995, 0x85ebca6b) >>> 0);
    }
    list.sort();
    const { count, bytes } = list.pack();
    assert.equal(count, 100_000);
    // 64 bits less the logarithm of the number are 48.8 bits.
    assert.ok(bytes.length < 7 * count, String(bytes.length));
  });

  it('is not unpacked from other bytes', () => {
    const { bytes } = listOf([1n, 2n, 3n]).pack();
    assert.throws(() => HashList.unpack({ count: 2, bytes }), /number of hashes/);
    assert.throws(() => HashList.unpack({ count: 3, bytes: bytes.slice(0, -1) }));
  });
});

function listOf(hashes: readonly bigint[]): HashList {
  const list = new HashList();
  for (const value of hashes) {
    list.add(Number(value & 0xffffffffn), Number(value >> 32n));
  }
  list.sort();
  return list;
}
