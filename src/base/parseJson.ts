/** Parses JSON. Throws a `SyntaxError` that says nothing of the text: V8's own quotes it, and may reach the log as a cause. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError('The text is not valid JSON.');
  }
}
