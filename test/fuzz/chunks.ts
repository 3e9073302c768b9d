import { RandomNumbers } from './mutateInput.ts';

/** Cuts an input into up to five chunks, at places that depend only on the input. */
export function chunksOf(input: Buffer): readonly Buffer[] {
  const random = new RandomNumbers(input.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5));
  const cuts = Array.from({ length: 1 + random.below(4) }, () => random.below(input.length + 1)).sort((a, b) => a - b);
  return [0, ...cuts].map((start, index) => Buffer.from(input.subarray(start, cuts[index] ?? input.length)));
}
