import { afterMember, expect, feed, isPunctuation, memberName, skip } from './jsonParser.ts';
import type { JsonParser } from './jsonParser.ts';
import type { JsonToken } from './jsonTokens.ts';
import type { ParseResult, RowWriter } from './rowStore.ts';

/** Data that is JSON, but not what was asked for. */
class ShapeError extends Error {}

/** What a JSON upload's body holds. */
export interface JsonBody {
  readonly entityId: string | undefined;
  /** CSV text, or what reading the array of rows came to; undefined where `data` is missing or neither. */
  readonly data: string | ParseResult | undefined;
}

/** Reads a file that is an array of flat objects. */
export async function readJson(text: AsyncIterable<string>, writer: RowWriter): Promise<ParseResult> {
  const table = new Table(writer);
  try {
    await feed(text, document(table));
    return { columns: table.columns };
  } catch (error) {
    return { columns: table.columns, problem: problemOf(error) };
  } finally {
    writer.flush();
  }
}

/** Reads the body of a JSON upload. Throws SyntaxError where it is not JSON, or not an object. */
export async function readJsonBody(text: AsyncIterable<string>, writer: RowWriter): Promise<JsonBody> {
  try {
    return await feed(text, body(new Table(writer)));
  } finally {
    writer.flush();
  }
}

/** Rows whose columns are the members in the order they first appeared. Absent members and null are empty cells. */
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

function* document(table: Table): JsonParser<undefined> {
  const first = yield;
  if (!isPunctuation(first, '[')) {
    throw new ShapeError('The data is not an array of objects.');
  }
  yield* rows(table);
  return undefined;
}

function* body(table: Table): JsonParser<JsonBody> {
  if (!isPunctuation(yield, '{')) {
    throw new SyntaxError('The body is not an object.');
  }
  let entityId: string | undefined;
  let data: JsonBody['data'];
  let token = yield;
  while (!isPunctuation(token, '}')) {
    const name = memberName(token);
    expect(yield, ':');
    token = yield;
    if (name === 'entityId' && token.kind === 'string') {
      entityId = token.text;
    } else if (name === 'data' && token.kind === 'string') {
      data = token.text;
    } else if (name === 'data' && isPunctuation(token, '[')) {
      data = yield* rowsOrProblem(table);
    } else {
      yield* skip(token);
    }
    token = yield* afterMember('}');
  }
  return { entityId, data };
}

/** Rows of a body: one that does not fit is remembered, and the rest still has to be JSON. */
function* rowsOrProblem(table: Table): JsonParser<ParseResult> {
  const problem = yield* rows(table, true);
  return problem === undefined ? { columns: table.columns } : { columns: table.columns, problem };
}

function* rows(table: Table, isLenient = false): JsonParser<string | undefined> {
  let problem: string | undefined;
  let token = yield;
  while (!isPunctuation(token, ']')) {
    const found = yield* row(table, token);
    if (found !== undefined && !isLenient) {
      throw new ShapeError(found);
    }
    problem ??= found;
    token = yield* afterMember(']');
  }
  return problem;
}

/** Reads one row; returns what is wrong with it. */
function* row(table: Table, first: JsonToken): JsonParser<string | undefined> {
  if (!isPunctuation(first, '{')) {
    yield* skip(first);
    return `Row ${table.nextRow} is not an object.`;
  }
  let problem: string | undefined;
  const cells = new Map<string, string>();
  let token = yield;
  while (!isPunctuation(token, '}')) {
    const name = memberName(token);
    expect(yield, ':');
    token = yield;
    if (token.kind === 'punctuation') {
      problem ??= `Row ${table.nextRow}: "${name}" is not a flat value.`;
      yield* skip(token);
    } else {
      cells.set(name, token.kind === 'scalar' && token.text === 'null' ? '' : token.text);
    }
    token = yield* afterMember('}');
  }
  if (problem === undefined) {
    table.add(cells);
  }
  return problem;
}

function problemOf(error: unknown): string {
  if (error instanceof ShapeError) {
    return error.message;
  }
  if (error instanceof SyntaxError) {
    return `The data is not readable as JSON: ${error.message}`;
  }
  throw error;
}
