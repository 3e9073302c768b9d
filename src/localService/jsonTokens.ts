/** A piece of JSON text: punctuation and scalars as they were written, strings decoded. */
export interface JsonToken {
  readonly kind: 'punctuation' | 'string' | 'scalar';
  readonly text: string;
}

const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

// eslint-disable-next-line no-control-regex -- control characters are what JSON forbids in strings
const NEEDS_DECODING = /[\\\u0000-\u001f]/;

/** Takes JSON text in pieces and hands on its tokens, so that a number stays the text it was. Throws SyntaxError. */
export class JsonTokenizer {
  readonly #onToken: (token: JsonToken) => void;
  #scalar = '';
  /** Raw text of the string being read, without its quotes; undefined outside strings. */
  #string: string[] | undefined;
  #isEscaping = false;

  constructor(onToken: (token: JsonToken) => void) {
    this.#onToken = onToken;
  }

  write(text: string): void {
    let at = 0;
    while (at < text.length) {
      at = this.#string ? this.#readString(this.#string, text, at) : this.#readOutside(text, at);
    }
  }

  end(): void {
    if (this.#string) {
      throw new SyntaxError('A string is not closed.');
    }
    this.#endScalar();
  }

  #readOutside(text: string, at: number): number {
    const character = text.charAt(at);
    if ('{}[],:'.includes(character)) {
      this.#endScalar();
      this.#onToken({ kind: 'punctuation', text: character });
    } else if (character === '"') {
      this.#endScalar();
      return this.#startString(text, at + 1);
    } else if (character === ' ' || character === '\n' || character === '\r' || character === '\t') {
      this.#endScalar();
    } else {
      this.#scalar += character;
    }
    return at + 1;
  }

  /** Most strings end in the piece they start in and need no decoding. */
  #startString(text: string, at: number): number {
    const end = text.indexOf('"', at);
    const content = end === -1 ? undefined : text.slice(at, end);
    if (content === undefined || NEEDS_DECODING.test(content)) {
      this.#string = [];
      return at;
    }
    this.#onToken({ kind: 'string', text: content });
    return end + 1;
  }

  #readString(pieces: string[], text: string, start: number): number {
    let at = start;
    if (this.#isEscaping) {
      this.#isEscaping = false;
      at += 1;
    }
    const special = /["\\]/g;
    for (;;) {
      special.lastIndex = at;
      const found = special.exec(text)?.index ?? -1;
      if (found === -1) {
        pieces.push(text.slice(start));
        return text.length;
      }
      if (text[found] === '"') {
        pieces.push(text.slice(start, found));
        this.#string = undefined;
        this.#onToken({ kind: 'string', text: JSON.parse(`"${pieces.join('')}"`) as string });
        return found + 1;
      }
      if (found + 1 === text.length) {
        this.#isEscaping = true;
        pieces.push(text.slice(start));
        return text.length;
      }
      at = found + 2;
    }
  }

  #endScalar(): void {
    if (this.#scalar !== '') {
      const text = this.#scalar;
      this.#scalar = '';
      if (!SCALAR.test(text)) {
        throw new SyntaxError(`"${text.slice(0, 40)}" is not a JSON value.`);
      }
      this.#onToken({ kind: 'scalar', text });
    }
  }
}
