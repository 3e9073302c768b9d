import { INVISIBLE } from '../../base/displayText.ts';
import { escapedJson } from '../../base/json.ts';

/** What a tool returns: data that becomes JSON. */
export type ToolResult = Readonly<Record<string, unknown>>;

/** The maximum length of the rows of a list, in characters: a few thousand tokens. */
const MAX_ROWS_LENGTH = 16_000;

/** Characters that are invisible or change the direction of text, which JSON allows as they are. */
const HIDDEN = new RegExp(String.raw`[\u007F-\u009F\u2028\u2029]|${INVISIBLE}`, 'gu');

/** Compact JSON. What is hidden in a text is visible as an escape sequence, and still the same text. */
export function toolJson(value: unknown): string {
  return escapedJson(value, HIDDEN);
}

/** Which part of a list to return. */
export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** How many there are in all. */
  readonly total: number;
  readonly more: boolean;
  /** Where to continue; undefined at the end. */
  readonly nextOffset: number | undefined;
}

/** One page of a list: as many rows as asked for and as fit into a response, but at least one. */
export function pageOf<Item, Row>(
  items: readonly Item[],
  { limit, offset }: Paging,
  toRow: (item: Item) => Row,
): ListPage<Row> {
  const rows: Row[] = [];
  let length = 0;
  for (const item of items.slice(offset, offset + limit)) {
    const row = toRow(item);
    length += toolJson(row).length;
    if (rows.length > 0 && length > MAX_ROWS_LENGTH) {
      break;
    }
    rows.push(row);
  }
  const end = Math.min(items.length, offset) + rows.length;
  const more = end < items.length;
  return { rows, total: items.length, more, nextOffset: more ? end : undefined };
}
