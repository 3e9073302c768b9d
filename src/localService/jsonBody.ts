import { jsonParser } from 'stream-json/core/parser.js';
import type { Token } from 'stream-json/core/parser.js';
import type { ParseResult, RowWriter } from './rowStore.ts';

/** JSON data that is not an array of flat objects. */
class ShapeError extends Error {}

/** The body of a JSON upload. */
export interface JsonBody {
  readonly entityId: string | undefined;
  /** CSV text, or the result of parsing the array of rows; undefined if `data` is missing or neither. */
  readonly data: string | ParseResult | undefined;
}

/** Receives one token at a time. The parser has checked that the tokens form one JSON text. */
type TokenReader<T> = Generator<undefined, T, Token>;

/** Parses a file that contains an array of flat objects. */
export async function readJson(text: AsyncIterable<string>, writer: RowWriter): Promise<ParseResult> {
  const table = new Table(writer);
  try {
    await readTokens(text, document(table));
    return { columns: table.columns };
  } catch (error) {
    return { columns: table.columns, problem: problemOf(error, writer.rowCount) };
  } finally {
    writer.flush();
  }
}

/** Parses the body of a JSON upload. Throws SyntaxError if it is not a JSON object. */
export async function readJsonBody(text: AsyncIterable<string>, writer: RowWriter): Promise<JsonBody> {
  try {
    return await readTokens(text, body(new Table(writer)));
  } finally {
    writer.flush();
  }
}

/** Rows whose columns are the members in the order of their first occurrence. Missing members and null are empty cells. */
class Table {
  readonly #writer: RowWriter;
  readonly #indexes = new Map<string, number>();

  constructor(writer: RowWriter) {
    this.#writer = writer;
  }

  get columns(): readonly string[] {
    return [...this.#indexes.keys()];
  }

  get nextRow(): number {
    return this.#writer.rowCount + 1;
  }

  add(row: ReadonlyMap<string, string>): void {
    const cells: string[] = [];
    for (const [name, cell] of row) {
      const index = this.#indexes.get(name) ?? this.#indexes.size;
      this.#indexes.set(name, index);
      cells[index] = cell;
    }
    this.#writer.add(Array.from(cells, (cell: string | undefined) => cell ?? ''));
  }
}

/** Passes the tokens of a text to a reader. Throws SyntaxError if the text is not JSON. */
async function readTokens<T>(text: AsyncIterable<string>, reader: TokenReader<T>): Promise<T> {
  // Numbers and strings as text, each in one token.
  const parse = jsonParser({ packValues: true, streamValues: false });
  let result = reader.next();
  for await (const part of rowByRow(text)) {
    for (const token of tokensOf(parse, part, result.done === true)) {
      result = reader.next(token);
    }
  }
  if (result.done !== true) {
    throw new SyntaxError('The JSON text ends too early.');
  }
  return result.value;
}

/** Splits the text after each row, because the parser discards the tokens of a piece with an error, and earlier rows are kept. */
async function* rowByRow(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of text) {
    yield* piece.split(/(?<=[}\]])/);
  }
  // Ends a number or literal at the end of the text.
  yield '\n';
}

function tokensOf(parse: ReturnType<typeof jsonParser>, text: string, isComplete: boolean): readonly Token[] {
  try {
    const tokens = parse(text);
    return typeof tokens === 'object' && 'values' in tokens ? tokens.values : [];
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Parser (?:cannot parse input: |has )/, '') : '';
    throw new SyntaxError(isComplete ? 'There is more after the end of the JSON text.' : `${reason}.`, {
      cause: error,
    });
  }
}

function* document(table: Table): TokenReader<undefined> {
  const first = yield;
  if (first.name !== 'startArray') {
    throw new ShapeError('The data is not an array of objects.');
  }
  yield* rows(table);
  return undefined;
}

function* body(table: Table): TokenReader<JsonBody> {
  if ((yield).name !== 'startObject') {
    throw new SyntaxError('The body is not an object.');
  }
  let entityId: string | undefined;
  let data: JsonBody['data'];
  for (let key = yield; key.name !== 'endObject'; key = yield) {
    const name = textOf(key);
    const value = yield;
    if (name === 'entityId' && value.name === 'stringValue') {
      entityId = value.value;
    } else if (name === 'data' && value.name === 'stringValue') {
      data = value.value;
    } else if (name === 'data' && value.name === 'startArray') {
      const problem = yield* rows(table, true);
      data = problem === undefined ? { columns: table.columns } : { columns: table.columns, problem };
    } else {
      yield* skip(value);
    }
  }
  return { entityId, data };
}

/** Reads rows until the end of their array. Returns the first problem if lenient, otherwise throws it. */
function* rows(table: Table, isLenient = false): TokenReader<string | undefined> {
  let problem: string | undefined;
  for (let token = yield; token.name !== 'endArray'; token = yield) {
    const found = yield* row(table, token);
    if (found !== undefined && !isLenient) {
      throw new ShapeError(found);
    }
    problem ??= found;
  }
  return problem;
}

/** Reads one row. Returns a problem if it is not a flat object. */
function* row(table: Table, first: Token): TokenReader<string | undefined> {
  if (first.name !== 'startObject') {
    yield* skip(first);
    return `Row ${table.nextRow} is not an object.`;
  }
  let problem: string | undefined;
  const cells = new Map<string, string>();
  for (let key = yield; key.name !== 'endObject'; key = yield) {
    const name = textOf(key);
    const value = yield;
    if (depthChange(value) > 0) {
      problem ??= `Row ${table.nextRow}: "${name}" is not a flat value.`;
      yield* skip(value);
    } else {
      cells.set(name, textOf(value));
    }
  }
  if (problem === undefined) {
    table.add(cells);
  }
  return problem;
}

/** Skips the rest of the value that starts with `first`. */
function* skip(first: Token): TokenReader<undefined> {
  let depth = depthChange(first);
  while (depth > 0) {
    depth += depthChange(yield);
  }
  return undefined;
}

function depthChange({ name }: Token): number {
  switch (name) {
    case 'startObject':
    case 'startArray':
      return 1;
    case 'endObject':
    case 'endArray':
      return -1;
    default:
      return 0;
  }
}

/** The text of a key or cell: empty for null, unchanged for numbers. */
function textOf(token: Token): string {
  return 'value' in token && token.value !== null ? String(token.value) : '';
}

function problemOf(error: unknown, rowCount: number): string {
  if (error instanceof ShapeError) {
    return error.message;
  }
  if (error instanceof SyntaxError) {
    return `After row ${rowCount} the data is not readable as JSON: ${error.message}`;
  }
  throw error;
}
