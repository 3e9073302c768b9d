const LONGEST_SEP_LINE = 16;

/** Finds Excel's `sep=;`, also in quotes, at the start of a text: what it says, and its length with its line break. */
export function findSepLine(start: Uint8Array): { readonly delimiter: string; readonly length: number } | undefined {
  const text = String.fromCharCode(...start.subarray(0, LONGEST_SEP_LINE));
  const match = /^("?)sep=([,;|\t])\1(\r\n|\n|\r)/i.exec(text);
  return match?.[2] === undefined ? undefined : { delimiter: match[2], length: match[0].length };
}
