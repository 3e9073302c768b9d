/** Raw integer entity keys are not supported by the service (contract, POST /connections/sync); it says no such thing itself. */
export function isDigitsOnly(entityId: string): boolean {
  return /^\s*\d+\s*$/.test(entityId);
}

/**
 * Encodes an id as one segment of a path. Returns undefined for those that can't be one: the empty string, and `.` and
 * `..`, which survive encoding and walk up the path.
 */
export function pathSegment(id: string): string | undefined {
  if (id === '' || id === '.' || id === '..') {
    return undefined;
  }
  try {
    return encodeURIComponent(id);
  } catch {
    // Half a surrogate pair has no bytes that could stand for it.
    return undefined;
  }
}
