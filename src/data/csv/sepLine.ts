/** The first line that Excel writes, and heeds, to say what separates cells. */
export interface SepLine {
  readonly delimiter: string;
  /** Its length with its line break: bytes, which are UTF-16 units here, too. */
  readonly length: number;
}

const LONGEST_SEP_LINE = 16;

/** Finds `sep=;`, also in quotes, at the start of a text without its byte order mark. */
export function findSepLine(start: Uint8Array | string): SepLine | undefined {
  const text = typeof start === 'string' ? start.slice(0, LONGEST_SEP_LINE) : asciiStart(start);
  const match = /^("?)sep=([,;|\t])\1(\r\n|\n|\r)/i.exec(text);
  return match?.[2] === undefined ? undefined : { delimiter: match[2], length: match[0].length };
}

function asciiStart(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, LONGEST_SEP_LINE));
}
