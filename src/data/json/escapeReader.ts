const LOWER_U = 0x75;
const HEX_DIGITS = 4;

/** What a byte of an escape shows. */
export const ESCAPE = { open: 0, ended: 1, bad: 2 } as const;

/** Reads what follows a backslash in a string of JSON. */
export class EscapeReader {
  /** How many bytes of the escape were read, backslash included. */
  #length = 1;

  begin(): void {
    this.#length = 1;
  }

  /** Takes the next byte, where it is not a bad one. */
  take(byte: number): number {
    const character = String.fromCharCode(byte);
    if (this.#length === 1) {
      if (byte !== LOWER_U) {
        return '"\\/bfnrt'.includes(character) ? ESCAPE.ended : ESCAPE.bad;
      }
    } else if (!/[0-9a-f]/i.test(character)) {
      return ESCAPE.bad;
    }
    this.#length++;
    return this.#length === HEX_DIGITS + 2 ? ESCAPE.ended : ESCAPE.open;
  }

  /** How many bytes before the bad one it began, and what is shown of it. */
  get begun(): { readonly length: number; readonly found: string } {
    return { length: this.#length, found: this.#length === 1 ? '\\' : '\\u' };
  }
}
