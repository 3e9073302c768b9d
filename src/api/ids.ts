import { ApiError } from './apiError.ts';

/** Whether an id is a raw integer key, which the service doesn't support (contract, POST /connections/sync). */
export function isDigitsOnly(entityId: string): boolean {
  return /^\s*\d+\s*$/.test(entityId);
}

/** Throws an `ApiError` for an ID that is never sent. Call this before the user reviews a request that can't be sent. */
export function rejectDigitsOnly(entityId: string): void {
  if (isDigitsOnly(entityId)) {
    throw new ApiError({ kind: 'rejected', reason: 'digitsOnlyEntityId' });
  }
}

/**
 * Encodes an id as one segment of a URL path. Returns undefined for ids that can't be one: an empty string, half a
 * surrogate pair, and `.` and `..`, which encoding leaves unchanged.
 */
export function pathSegment(id: string): string | undefined {
  if (id === '' || id === '.' || id === '..') {
    return undefined;
  }
  try {
    return encodeURIComponent(id);
  } catch {
    // Half a surrogate pair can't be encoded.
    return undefined;
  }
}
