import { MemberRows } from '../json/memberRows.ts';
import type { RowsListener } from '../json/memberRows.ts';
import type { ByteTransform } from './byteTransform.ts';
import { CARRIAGE_RETURN, CLOSE_BRACKET, COMMA, LINE_FEED, OPEN_BRACKET } from '../text/ascii.ts';

interface MemberOptions {
  readonly replaceOmitted?: (bytes: Uint8Array) => Uint8Array;
  /** By default, objects. */
  readonly rowsAre?: 'objects' | 'arrays';
}

/**
 * Keeps only the rows in a member of a JSON object (UTF-8), byte by byte. Those of several objects become one array, with as many line breaks
 * between them as before. See `MemberRows`.
 *
 * @param options.replaceOmitted what the bytes before and between the rows become, which end between characters; as many for each bracket.
 */
export function fromMember(name: string, { replaceOmitted, rowsAre }: MemberOptions = {}): ByteTransform {
  let out: Uint8Array[] = [];
  let hasRows = false;
  const lineBreaks = new LineBreaks();
  const listener: RowsListener = {
    onAround: (bytes) => {
      if (replaceOmitted) {
        out.push(replaceOmitted(bytes));
      } else if (hasRows) {
        lineBreaks.count(bytes);
      }
    },
    onArray: () => {
      out.push(lineBreaks.take(), Buffer.of(hasRows ? COMMA : OPEN_BRACKET));
      hasRows = true;
    },
    onRows: (bytes) => out.push(bytes),
  };
  const reader = new MemberRows(name, listener, rowsAre);
  const takeOut = (): Uint8Array => {
    const taken = out;
    out = [];
    return taken.length === 1 && taken[0] !== undefined ? taken[0] : Buffer.concat(taken);
  };
  return {
    push: (bytes) => {
      reader.push(bytes);
      return takeOut();
    },
    end: () => {
      if (reader.end()) {
        out.push(Buffer.of(CLOSE_BRACKET));
      }
      return takeOut();
    },
  };
}

/** Counts line breaks in what is omitted. */
class LineBreaks {
  #count = 0;
  #isAfterReturn = false;

  count(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && !this.#isAfterReturn)) {
        this.#count++;
      }
      this.#isAfterReturn = byte === CARRIAGE_RETURN;
    }
  }

  /** The line breaks so far, of which none is left. */
  take(): Uint8Array {
    const taken = Buffer.alloc(this.#count, LINE_FEED);
    this.#count = 0;
    this.#isAfterReturn = false;
    return taken;
  }
}
