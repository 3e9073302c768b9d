/** A piece of text as its UTF-16 units, in memory of its own that can be handed to a worker instead of being copied. */
export function packText(text: string): Uint8Array<ArrayBuffer> {
  const units = Buffer.allocUnsafeSlow(text.length * 2);
  units.write(text, 'utf16le');
  return units;
}

export function unpackText(units: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = units;
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf16le');
}
