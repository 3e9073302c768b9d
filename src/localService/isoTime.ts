import type { EpochMs } from '../base/time.ts';

/** A moment as the service writes it: UTC, ISO 8601, with milliseconds and a Z. */
export function isoTime(at: EpochMs): string {
  return new Date(at).toISOString();
}
