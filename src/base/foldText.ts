const NOT_ASCII = /[\u0080-\uffff]/;

/** Folds case and removes accents, so that "muller" finds "Müller". */
export function foldText(text: string): string {
  // ASCII has no accents, and most names are ASCII: removing accents takes most of the time of the first filter.
  const plain = NOT_ASCII.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text;
  return plain.toLowerCase();
}

/** Tells whether a folded text contains each word of a filter; undefined if the filter has no words. */
export function wordFilter(filter: string): ((foldedText: string) => boolean) | undefined {
  const words = foldText(filter).split(/\s+/u).filter(Boolean);
  return words.length === 0 ? undefined : (text) => words.every((word) => text.includes(word));
}
