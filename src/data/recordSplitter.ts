import type { Position } from './dataProblem.ts';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;

/** Where in a record the scan stands. Plain numbers, because the loop below is where a large file's time goes. */
const FIELD_START = 0;
const UNQUOTED = 1;
const QUOTED = 2;
const AFTER_QUOTE = 3;
const SPACES_AFTER_QUOTE = 4;

/** One record of a CSV text, without its line break. Line breaks inside quotes are part of it. */
export interface CsvRecord {
  readonly text: string;
  /** The line it begins in. */
  readonly line: number;
}

export interface RecordListener {
  onRecord(record: CsvRecord): void;
  /** A cell begins, at this place. Called before `onRecord` of its record. */
  onField?(position: Position): void;
  /** A quote that is part of its cell without being doubled: in a cell without quotes, or one that doesn't close its cell. */
  onStrayQuote?(position: Position): void;
}

/**
 * Cuts CSV text into records as papaparse would, in one pass, over any chunking, with any mix of line breaks (LF, CRLF, CR).
 * A quote opens only at the start of a cell, and closes only before a delimiter, a line break or the end, blanks between allowed.
 */
export class RecordSplitter {
  readonly #delimiter: number;
  readonly #listener: RecordListener;
  #state = FIELD_START;
  /** What earlier chunks hold of the current record. */
  #pending: string[] = [];
  #recordLine = 1;
  #line = 1;
  /** Offset of the current line's start, in the chunk being scanned; negative where an earlier chunk held it. */
  #lineStart = 0;
  #isAfterCarriageReturn = false;
  #openQuote: Position = { line: 1, column: 1 };
  #closingQuote: Position = { line: 1, column: 1 };

  constructor(delimiter: string, listener: RecordListener) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#listener = listener;
  }

  push(chunk: string): void {
    const delimiter = this.#delimiter;
    let state = this.#state;
    let recordStart = 0;
    for (let at = 0; at < chunk.length; at++) {
      const unit = chunk.charCodeAt(at);
      if (unit === LINE_FEED && this.#isAfterCarriageReturn) {
        // The second half of CRLF: the line was counted at its first half.
        this.#isAfterCarriageReturn = false;
        this.#lineStart = at + 1;
        if (state !== QUOTED) {
          recordStart = at + 1;
        }
        continue;
      }
      this.#isAfterCarriageReturn = unit === CARRIAGE_RETURN;
      if (state === FIELD_START) {
        this.#listener.onField?.(this.#positionOf(at));
      }
      if (unit === LINE_FEED || unit === CARRIAGE_RETURN) {
        this.#line++;
        this.#lineStart = at + 1;
        if (state !== QUOTED) {
          this.#emit(chunk.slice(recordStart, at));
          recordStart = at + 1;
          state = FIELD_START;
        }
      } else if (state === UNQUOTED) {
        if (unit === delimiter) {
          state = FIELD_START;
        } else if (unit === QUOTE) {
          this.#listener.onStrayQuote?.(this.#positionOf(at));
        }
      } else if (state === QUOTED) {
        if (unit === QUOTE) {
          state = AFTER_QUOTE;
          this.#closingQuote = this.#positionOf(at);
        }
      } else if (state === FIELD_START) {
        if (unit === QUOTE) {
          state = QUOTED;
          this.#openQuote = this.#positionOf(at);
        } else if (unit !== delimiter) {
          state = UNQUOTED;
        }
      } else if (unit === delimiter) {
        state = FIELD_START;
      } else if (unit === QUOTE) {
        state = state === AFTER_QUOTE ? QUOTED : this.#strayQuote(AFTER_QUOTE, at);
      } else if (isBlank(unit)) {
        state = SPACES_AFTER_QUOTE;
      } else {
        state = this.#strayQuote(QUOTED, at);
      }
    }
    this.#state = state;
    this.#lineStart -= chunk.length;
    if (recordStart < chunk.length) {
      this.#pending.push(chunk.slice(recordStart));
    }
  }

  /** Ends the text. Returns where the quote was opened that nothing closes; its record is not handed out. */
  end(): Position | undefined {
    if (this.#state === QUOTED) {
      return this.#openQuote;
    }
    if (this.#state === FIELD_START && this.#pending.length > 0) {
      // The text ends in a delimiter: an empty cell follows it.
      this.#listener.onField?.(this.#positionOf(0));
    }
    if (this.#pending.length > 0) {
      this.#emit('');
    }
    return undefined;
  }

  #emit(rest: string): void {
    const text = this.#pending.length === 0 ? rest : this.#pending.join('') + rest;
    this.#pending = [];
    this.#state = FIELD_START;
    this.#listener.onRecord({ text, line: this.#recordLine });
    this.#recordLine = this.#line;
  }

  /** The quote before was no closing one: the cell goes on. Remembers this one, where it is itself a quote. */
  #strayQuote<State extends number>(next: State, at: number): State {
    this.#listener.onStrayQuote?.(this.#closingQuote);
    this.#closingQuote = this.#positionOf(at);
    return next;
  }

  #positionOf(at: number): Position {
    return { line: this.#line, column: at - this.#lineStart + 1 };
  }
}

function isBlank(unit: number): boolean {
  return (
    unit === SPACE ||
    unit === TAB ||
    (unit > 0x7f && /\s/u.test(String.fromCharCode(unit))) ||
    unit === 0x0b ||
    unit === 0x0c
  );
}
