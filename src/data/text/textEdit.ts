/** Replaces the text from `start` up to `end`, as offsets in UTF-16 units. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** Applies edits that are in the order of the text and don't overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, newText } of edits) {
    pieces.push(text.slice(at, start), newText);
    at = end;
  }
  return pieces.join('') + text.slice(at);
}
