/** A moment, in milliseconds since the Unix epoch (UTC). */
export type EpochMs = number;

/** Reads an ISO 8601 timestamp; one without a time zone is UTC. Returns undefined for anything that is not one. */
export function parseTimestamp(text: unknown): EpochMs | undefined {
  // Date.parse also takes "1" and "May", which no service means as a timestamp.
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(text)) {
    return undefined;
  }
  const ms = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
