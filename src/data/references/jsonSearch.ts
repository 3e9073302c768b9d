import { parseJson } from '../../base/json.ts';
import type { Conversion } from '../../model/upload.ts';
import { RecordWindow } from '../csv/recordWindow.ts';
import { JsonKeys } from '../json/jsonKeys.ts';
import { flatMembers } from '../json/flattenRow.ts';
import { readJsonRows } from '../json/jsonRows.ts';
import type { JsonRow } from '../json/jsonRows.ts';
import { JsonScanner } from '../json/jsonScanner.ts';
import { positionAfter } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { WholeCharacters } from '../text/utf8.ts';
import { endOfLastLine } from './cellMatch.ts';
import { ColumnNames } from './columnNames.ts';
import type { RowCell } from './cellMatch.ts';
import { Needle } from './needle.ts';
import type { NamedRows, ReferenceResolver, RecordNumber } from './referenceResolver.ts';
import { CARRIAGE_RETURN, LINE_FEED } from '../text/ascii.ts';

/** A longer row is not read. */
const MAX_ROW_BYTES = 4_194_304;

/** A value of a row. */
interface WrittenValue {
  readonly name: string;
  readonly valueStart: number;
  /** Undefined for a nested value that was not flattened, which is no cell. */
  readonly written: string | undefined;
}

interface NamedCells {
  readonly names: readonly string[];
  /** Undefined where a value is no cell. */
  readonly cells: readonly (RowCell | undefined)[];
}

/** A row in the window. */
interface JsonRecord {
  readonly start: number;
  readonly end: number;
  readonly position: () => TextPosition;
}

/** Looks for references in JSON rows in UTF-8 without byte order mark, as the file is before its conversion, in one pass. */
export class JsonSearch {
  readonly #resolver: ReferenceResolver;
  readonly #conversion: Conversion;
  readonly #withoutNulls: ReadonlySet<string>;
  readonly #backslash = new Needle('\\');
  readonly #scanner: JsonScanner;
  /** The bytes after the last row that has ended. */
  readonly #window = new RecordWindow();
  /** The offset of the window in the text. */
  #base = 0;
  #rowsEnd = 0;
  readonly #characters = new WholeCharacters();
  #rows = 0;
  readonly #namedRows: NamedRows;
  readonly #namedLines: NamedRows;
  /** How many lines before the rows were not sent. */
  #linesNotSent = 0;
  /** The line, of those that were sent, in which the previous row ended. */
  #lastLine = 0;
  /** The line of the byte at this offset of the window. */
  #line = 1;
  #countedTo = 0;

  constructor(resolver: ReferenceResolver, { conversion }: { readonly conversion: Conversion }) {
    this.#resolver = resolver;
    this.#conversion = conversion;
    this.#withoutNulls = new Set(conversion.withoutNulls);
    this.#namedRows = resolver.namedRows();
    this.#namedLines = resolver.namedRows();
    this.#scanner = new JsonScanner(
      {
        onRoot: (_, position) => {
          this.#linesNotSent = conversion.fromMember === undefined ? 0 : position().line - 1;
        },
        onRowEnd: (start, end, position) => {
          this.#endRow({ start: start - this.#base, end: end - this.#base, position });
          this.#rowsEnd = end;
        },
      },
      new JsonKeys(),
    );
  }

  push(bytes: Uint8Array): void {
    this.#scan(this.#characters.push(bytes));
  }

  #scan(bytes: Uint8Array): void {
    const window = this.#window;
    window.add(bytes);
    this.#scanner.push(bytes);
    const rest = Math.max(this.#rowsEnd - this.#base, 0);
    const by = window.length - rest > MAX_ROW_BYTES ? window.length : rest;
    this.#countLines(by);
    this.#backslash.shift(by);
    this.#resolver.unique.forEach(({ needle }) => needle.shift(by));
    this.#countedTo -= by;
    this.#base += by;
    window.drop(by);
  }

  #endRow(row: JsonRecord): void {
    this.#rows++;
    let known: NamedCells | undefined;
    let names: ColumnNames | undefined;
    const readRow = () => (row.start < 0 ? undefined : (known ??= this.#readCells(row)));
    const read = () => readRow()?.cells;
    const columns = () => (names ??= new ColumnNames(readRow()?.names ?? []));
    for (const query of this.#resolver.unique) {
      if (row.start < 0 || this.#mayContain(query.needle, row)) {
        this.#resolver.addUnique(query, columns, read);
      }
    }
    if (this.#resolver.hasRows) {
      this.#countLines(Math.max(row.start, 0));
      const firstLine = this.#line - this.#linesNotSent;
      this.#countLines(row.end);
      const lastLine = this.#line - this.#linesNotSent;
      // Rows that share a line are not counted by lines, unless the message says “line”. Flattening changes the lines.
      const hasLines = this.#conversion.toFlatRows !== true && (firstLine > this.#lastLine || this.#resolver.hasLines);
      if (
        this.#namedRows.hasAny(this.#rows - 1, this.#rows + 1) ||
        (hasLines && this.#namedLines.hasAny(firstLine - 1, lastLine))
      ) {
        this.#resolver.addRecord(this.#numbers(hasLines ? { firstLine, lastLine } : undefined), columns, read);
      }
      this.#lastLine = lastLine;
    }
  }

  /** A value may be written with escapes. */
  #mayContain(needle: Needle, { start, end }: JsonRecord): boolean {
    return needle.isIn(this.#window, start, end) || this.#backslash.isIn(this.#window, start, end);
  }

  /**
   * The numbers of the row in every numbering that a service may use.
   *
   * @param lines undefined: it is not counted by lines.
   */
  #numbers(lines: { readonly firstLine: number; readonly lastLine: number } | undefined): readonly RecordNumber[] {
    const index = this.#rows - 1;
    return [
      { from: index, to: index, isIndex: true },
      ...[index + 1, index + 2].map((number) => ({ from: number, to: number })),
      ...(lines === undefined
        ? []
        : [
            { from: lines.firstLine, to: lines.lastLine },
            { from: lines.firstLine - 1, to: lines.lastLine - 1 },
          ]),
    ];
  }

  #countLines(to: number): void {
    const { bytes } = this.#window;
    for (let at = this.#countedTo; at < to; at++) {
      const byte = bytes[at];
      if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) {
        this.#line++;
      }
    }
    this.#countedTo = Math.max(this.#countedTo, to);
  }

  #readCells({ start, end, position }: JsonRecord): NamedCells {
    const { buffer, byteOffset } = this.#window.bytes;
    const text = Buffer.from(buffer, byteOffset + start, end - start).toString();
    const [row] = readJsonRows(text);
    let valuePosition = position();
    let at = 0;
    const names: string[] = [];
    const cells: (RowCell | undefined)[] = [];
    for (const { name, valueStart, written } of row ? this.#valuesOf(text, row) : []) {
      names.push(name);
      if (written === undefined) {
        cells.push(undefined);
        continue;
      }
      valuePosition = positionAfter(valuePosition, text.slice(at, valueStart));
      at = valueStart;
      const { line, column } = valuePosition;
      const end = { endLine: line, endColumn: column + written.length };
      const range = { line, column, ...end, written, before: endOfLastLine(text.slice(0, valueStart)) };
      cells.push({ value: valueOf(written), range });
    }
    return { names, cells };
  }

  /** The values of a row, in order, with the names under which they were sent. */
  #valuesOf(text: string, row: JsonRow): readonly WrittenValue[] {
    const flat = this.#conversion.toFlatRows === true ? flatMembers(text, row, this.#withoutNulls) : undefined;
    const leavesOf = new Map(flat?.map(({ member, leaves }) => [member, leaves]));
    return row.members.flatMap((member) => {
      const { name, valueStart, valueEnd, isNested } = member;
      const leaves = leavesOf.get(member);
      if (leaves === undefined) {
        return { name, valueStart, written: isNested ? undefined : text.slice(valueStart, valueEnd) };
      }
      return leaves.flatMap(({ name: path, value, start }) =>
        start === undefined ? [] : { name: path, valueStart: start, written: value },
      );
    });
  }
}

/** The value as it is shown: a string without its quotes, nothing for null. */
function valueOf(written: string): string {
  if (written === 'null') {
    return '';
  }
  try {
    return written.startsWith('"') ? (parseJson(written) as string) : written;
  } catch {
    return written;
  }
}
