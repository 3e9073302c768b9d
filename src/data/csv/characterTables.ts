import { CHARACTERS } from './cellBatch.ts';

/** What a table says of a byte that may end a run of plain ones. Above every combination of `CHARACTERS`. */
export const STRUCTURE = 0x80;

const STRUCTURAL_IN_QUOTES = '"\r\n\0';

/** What each byte is, outside and inside quotes: one of `CHARACTERS`, or structure. */
export function characterTables(delimiter: number): { readonly plain: Uint8Array; readonly quoted: Uint8Array } {
  const quoted = new Uint8Array(256).fill(CHARACTERS.other);
  mark(quoted, '0123456789', CHARACTERS.digit);
  mark(quoted, '+-', CHARACTERS.sign);
  mark(quoted, '.', CHARACTERS.point);
  mark(quoted, ',', CHARACTERS.comma);
  mark(quoted, '/:TZ ', CHARACTERS.date);
  mark(quoted, 'eE', CHARACTERS.exponent);
  mark(quoted, STRUCTURAL_IN_QUOTES, STRUCTURE);
  const plain = quoted.slice();
  plain[delimiter] = STRUCTURE;
  return { plain, quoted };
}

function mark(table: Uint8Array, characters: string, value: number): void {
  for (const character of characters) {
    table[character.charCodeAt(0)] = value;
  }
}
