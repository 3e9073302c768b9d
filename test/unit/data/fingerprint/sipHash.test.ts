import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SipHash } from '../../../../src/data/fingerprint/sipHash.ts';

const MASK = (1n << 64n) - 1n;
/** The key and the first message bytes of the published test vectors. */
const COUNTING = Uint8Array.from({ length: 64 }, (_, index) => index);

describe('The hash of a row', () => {
  it('is SipHash, by the vectors that its authors published for SipHash-2-4', () => {
    // The independent implementation of this test; with the other number of rounds, it is compared below.
    const expected = [
      '310e0edd47db6f72',
      'fd67dc93c539f874',
      '5a4fa9d909806c0d',
      '2d7efbd796666785',
      'b7877127e09427cf',
      '8da699cd64557618',
      'cee3fe586e46c9cb',
      '37d1018bf50002ab',
      '6224939a79f5f593',
    ];
    const found = expected.map((_, length) => referenceHash(COUNTING.slice(0, 16), COUNTING.slice(0, length), [2, 4]));
    assert.deepEqual(found.map(littleEndian), expected);
  });

  it('is the same as by 64-bit arithmetic, for any key and message', () => {
    const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });
    fc.assert(
      fc.property(bytes(16, 16), bytes(0, 100), (key, message) => {
        assert.equal(hashOf(key, message), referenceHash(key, message, [1, 3]));
      }),
      { numRuns: 500 },
    );
  });
});

function hashOf(key: Uint8Array, message: Uint8Array): bigint {
  const words = new Int32Array((message.length >> 2) + 5);
  const bytes = new Uint8Array(words.buffer).fill(0xaa);
  bytes.set(message);
  const hash = new SipHash(key);
  hash.hash(words, bytes, message.length);
  return (BigInt(hash.high) << 32n) | BigInt(hash.low);
}

function referenceHash(key: Uint8Array, message: Uint8Array, [each, last]: readonly [number, number]): bigint {
  const word = (bytes: Uint8Array, at: number): bigint => new DataView(bytes.buffer).getBigUint64(at, true);
  const [k0, k1] = [word(key.slice(), 0), word(key.slice(), 8)];
  let v: [bigint, bigint, bigint, bigint] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ];
  const rotate = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) & MASK;
  const rounds = (count: number): void => {
    for (let round = 0; round < count; round++) {
      let [a, b, c, d] = v;
      a = (a + b) & MASK;
      c = (c + d) & MASK;
      b = rotate(b, 13n) ^ a;
      d = rotate(d, 16n) ^ c;
      a = (rotate(a, 32n) + d) & MASK;
      c = (c + b) & MASK;
      b = rotate(b, 17n) ^ c;
      d = rotate(d, 21n) ^ a;
      v = [a, b, rotate(c, 32n), d];
    }
  };
  const padded = new Uint8Array((message.length & ~7) + 8);
  padded.set(message);
  padded[padded.length - 1] = message.length;
  for (let at = 0; at < padded.length; at += 8) {
    const m = word(padded, at);
    v = [v[0], v[1], v[2], v[3] ^ m];
    rounds(each);
    v = [v[0] ^ m, v[1], v[2], v[3]];
  }
  v = [v[0], v[1], v[2] ^ 0xffn, v[3]];
  rounds(last);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

function littleEndian(hash: bigint): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, hash, true);
  return Buffer.from(view.buffer).toString('hex');
}
