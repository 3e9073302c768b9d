/** Splits a text into slices of at most `maxUnits` UTF-16 units (at least 2), never within a surrogate pair. */
export function* textSlices(text: string, maxUnits: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + maxUnits, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end))) {
      end--;
    }
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Copies a text into memory of its own, as UTF-16LE, so that it can be transferred to a worker. */
export function packText(text: string): Uint8Array<ArrayBuffer> {
  const units = Buffer.allocUnsafeSlow(text.length * 2);
  units.write(text, 'utf16le');
  return units;
}

export function unpackText(units: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = units;
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf16le');
}
