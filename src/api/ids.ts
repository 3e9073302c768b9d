import { ApiError } from './apiError.ts';

/** Whether an id is a raw integer key, which the service doesn't support (contract, POST /connections/sync). */
export function isDigitsOnly(entityId: string): boolean {
  return /^\s*\d+\s*$/.test(entityId);
}

/**
 * Encodes an id as one segment of a URL path. Returns undefined for ids that can't be one: an empty string, a lone
 * surrogate, and `.` and `..`, which encoding leaves unchanged.
 */
export function pathSegment(id: string): string | undefined {
  if (id === '' || id === '.' || id === '..') {
    return undefined;
  }
  try {
    return encodeURIComponent(id);
  } catch {
    // A lone surrogate can't be encoded.
    return undefined;
  }
}

/** Throws an `ApiError` for the ID of a connection that is never sent. Call this before the user reviews a request that can't be sent. */
export function rejectUnusableEntityId(entityId: string): void {
  if (entityId.trim() === '' || pathSegment(entityId) === undefined) {
    rejectId();
  }
  if (isDigitsOnly(entityId)) {
    throw new ApiError({ kind: 'rejected', reason: 'digitsOnlyEntityId' });
  }
}

/** Throws the `ApiError` for an ID that can't be used in a request. */
export function rejectId(): never {
  throw new ApiError({ kind: 'rejected', reason: 'unusableId' });
}
