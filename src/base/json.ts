/** Parses JSON. The `SyntaxError` it throws does not quote the text, as V8's does: it may be logged as a cause. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError('The text is not valid JSON.');
  }
}

/** Undefined if the text is not valid JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Compact JSON in which the characters that match a global pattern are escape sequences. */
export function escapedJson(value: unknown, pattern: RegExp): string {
  return JSON.stringify(value).replace(
    pattern,
    // Outside the Basic Multilingual Plane, a character has two units.
    (character) => character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

export function isNullish(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** The properties of an unknown value; none if it can't have any. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Whether the properties of an unknown value can be read. True for arrays. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
