/** Whether `npm run test:long` runs the tests. */
export const isLong = process.env['DATA_CONNECTIONS_LONG'] === 'true';

/** A test with much data, which `npm test` leaves to `npm run test:long`. */
export function largeTest(title: string, run: () => Promise<void>): void {
  (isLong ? it : it.skip)(`${title} [large]`, run);
}
