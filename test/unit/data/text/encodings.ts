const inverses = new Map<string, ReadonlyMap<string, Buffer>>();

/** The characters from 0x80 on of DOS text, which `TextDecoder` does not decode. */
const DOS_CHARACTERS: Readonly<Record<string, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
};

/** Encodes text as `TextDecoder` decodes it, for encodings in which a character has one or two bytes, or as DOS text. */
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
  const ofDos = DOS_CHARACTERS[encoding];
  if (ofDos !== undefined) {
    const ascii = Array.from({ length: 0x80 }, (_, byte) => String.fromCharCode(byte)).join('');
    return new Map(Array.from(ascii + ofDos, (character, byte) => [character, Buffer.of(byte)]));
  }
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
