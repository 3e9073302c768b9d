import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/**
 * How much of a text is copied at once, in UTF-16 units. Copying takes less than 2 ms, even if most lines are very short. Strings of
 * this length are allocated among the young objects of the heap; longer ones among the large objects, which takes almost twice the time.
 */
export const SLICE_UNITS = 32_768;
/** The size of a piece of the text in UTF-8. */
const PIECE_BYTES = 1_048_576;
const MAX_BYTES_PER_UNIT = 3;
/** How long a text that changes while it is copied should stay unchanged before it is copied again, in ms. */
const PAUSE_MS = 400;
const MAX_ATTEMPTS = 5;

/** The text of an open document, which may change or close while it is read. */
export interface DocumentText {
  /** Another one after every change. */
  readonly version: number;
  readonly isClosed: boolean;
  /** In UTF-16 units. */
  readonly length: number;
  /** Reads from an offset, at most `maxUnits` units (at least 2), and at least one. May end early, before a line break. */
  read(start: number, maxUnits: number): string;
}

/** The slices of one version of a text, in order, none of which splits a surrogate pair. Each is read when it is requested. */
export type TextSlices = Generator<string, void, void>;

/** The text has changed or closed since its first slice was read. */
export class TextChangedError extends Error {
  constructor() {
    super('The text has changed.');
    this.name = 'TextChangedError';
  }
}

/** Slices of at most `maxUnits` UTF-16 units (at least 2). Reading one throws `TextChangedError` once the text has changed or closed. */
export function* slicesOf(text: DocumentText, maxUnits = SLICE_UNITS): TextSlices {
  const { version, length } = text;
  let start = 0;
  do {
    // For an empty text too, because a closed document looks empty.
    if (text.isClosed || text.version !== version) {
      throw new TextChangedError();
    }
    if (length > 0) {
      const slice = withoutHighSurrogate(text.read(start, maxUnits));
      start += slice.length;
      yield slice;
    }
  } while (start < length);
}

/** Without a high surrogate at the end, whose low one may be the next unit. A single one stays, so that every slice has a unit. */
function withoutHighSurrogate(slice: string): string {
  const last = slice.charCodeAt(slice.length - 1);
  return slice.length > 1 && last >= 0xd800 && last <= 0xdbff ? slice.slice(0, -1) : slice;
}

/**
 * Copies a text as UTF-8, slice by slice, and yields to other work in between. The copy is of one version: if the text changes
 * meanwhile, what was copied is dropped, and the text is copied after a pause; at once if it changes again and again. Rejects with
 * `TextChangedError` if the text closes.
 */
export async function copyAsUtf8(
  text: DocumentText,
  pause: () => Promise<unknown> = () => wait(PAUSE_MS),
): Promise<readonly Buffer[]> {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      const copy = new Utf8Copy(text.length);
      for (const slice of slicesOf(text)) {
        copy.add(slice);
        await nextTurn();
      }
      return copy.end();
    } catch (error) {
      if (!(error instanceof TextChangedError) || text.isClosed) {
        throw error;
      }
    }
    await pause();
  }
  const copy = new Utf8Copy(text.length);
  for (const slice of slicesOf(text)) {
    copy.add(slice);
  }
  return copy.end();
}

/** Slices in UTF-8, in pieces that are large enough to be sent. */
class Utf8Copy {
  readonly #pieces: Buffer[] = [];
  readonly #pieceBytes: number;
  #current: Buffer;
  #byteLength = 0;

  /** @param units the length of all slices. */
  constructor(units: number) {
    this.#pieceBytes = Math.min(PIECE_BYTES, units * MAX_BYTES_PER_UNIT);
    this.#current = Buffer.allocUnsafeSlow(this.#pieceBytes);
  }

  add(slice: string): void {
    if (this.#byteLength + slice.length * MAX_BYTES_PER_UNIT > this.#pieceBytes) {
      this.#endPiece();
      this.#current = Buffer.allocUnsafeSlow(this.#pieceBytes);
    }
    this.#byteLength += this.#current.write(slice, this.#byteLength);
  }

  end(): readonly Buffer[] {
    this.#endPiece();
    return this.#pieces;
  }

  #endPiece(): void {
    if (this.#byteLength > 0) {
      this.#pieces.push(this.#current.subarray(0, this.#byteLength));
      this.#byteLength = 0;
    }
  }
}

/** Copies a slice into memory of its own, as UTF-16LE, so that it can be transferred to a worker. */
export function packText(text: string): Uint8Array<ArrayBuffer> {
  const units = Buffer.allocUnsafeSlow(text.length * 2);
  units.write(text, 'utf16le');
  return units;
}

export function unpackText(units: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = units;
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf16le');
}
