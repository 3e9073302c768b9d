import { slicesOf } from '../src/data/text/textSlices.ts';
import type { DocumentText, TextSlices } from '../src/data/text/textSlices.ts';

/** A text that never changes, as the text of a document. */
export function fixedText(text: string): DocumentText {
  return {
    version: 1,
    isClosed: false,
    length: text.length,
    read: (start, maxUnits) => text.slice(start, start + maxUnits),
  };
}

export function fixedSlices(text: string): TextSlices {
  return slicesOf(fixedText(text));
}
