/** How much longer random and repeated tests run than in `npm test`. `npm run test:long` sets it. */
export const SCALE = Number(process.env['TEST_SCALE'] ?? 1);

/** `count` runs or repetitions in `npm test`. */
export function runs(count: number): number {
  return Math.round(count * SCALE);
}
