import fc from 'fast-check';

/** Where bytes are cut: any places, as shares of their length. */
export const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });

/** Cuts bytes into pieces, also in the middle of characters. */
export function cutBytes(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const offsets = [0, ...places.map((place) => Math.floor(place * bytes.length)).sort((a, b) => a - b), bytes.length];
  return offsets.slice(1).map((end, index) => Buffer.from(bytes.subarray(offsets[index], end)));
}
