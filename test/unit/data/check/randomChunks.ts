import fc from 'fast-check';

/** Where to split bytes: any offsets, as shares of their length. */
export const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });

/** Splits bytes into chunks, also in the middle of characters. */
export function cutBytes(bytes: Uint8Array, shares: readonly number[]): readonly Uint8Array[] {
  const offsets = [0, ...shares.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b), bytes.length];
  return offsets.slice(1).map((end, index) => Buffer.from(bytes.subarray(offsets[index], end)));
}
