import type { Logger } from '../../base/logger.ts';
import { isCancellation } from '../errors/cancellation.ts';

/** For work that nobody asked for: where it fails, the log says so and nobody is disturbed. */
export function logExceptCancellation(work: Promise<unknown>, log: Logger): void {
  work.catch((error: unknown) => {
    if (!isCancellation(error)) {
      log.warn(`A check failed: ${error instanceof Error ? error.message : 'an error that is not an Error'}`);
    }
  });
}
