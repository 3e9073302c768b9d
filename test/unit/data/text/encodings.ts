const inverses = new Map<string, ReadonlyMap<string, Buffer>>();

/** Encodes text as `TextDecoder` decodes it, for encodings in which a character has one or two bytes. */
export function encodeAs(encoding: string, text: string): Buffer {
  const bytesOf = inverses.get(encoding) ?? inverse(encoding);
  inverses.set(encoding, bytesOf);
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = bytesOf.get(character);
      if (bytes === undefined) {
        throw new Error(`${encoding} has no ${character}`);
      }
      return bytes;
    }),
  );
}

function inverse(encoding: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, Buffer>();
  const sequences = [
    ...Array.from({ length: 0x100 }, (_, byte) => Buffer.of(byte)),
    ...Array.from({ length: 0x8000 }, (_, index) => Buffer.of(0x80 | (index >> 8), index & 0xff)),
  ];
  for (const bytes of sequences) {
    const character = decoder.decode(bytes);
    if (character.length === 1 && character !== '\uFFFD' && !bytesOf.has(character)) {
      bytesOf.set(character, bytes);
    }
  }
  return bytesOf;
}
