import * as z from 'zod/mini';
import { line, pageMessages, text, value } from '../page/schemas.ts';

// The messages between the page and the extension.

const column = z.object({
  name: value,
  /** Whether the column is aligned to the right. */
  isNumber: z.boolean(),
  /** Whether rows have a cell here that has no column in the header. */
  isExtra: z.boolean(),
});

const excerpt = z.object({ title: text, lines: z.array(line) });

const file = z.object({
  /** The name of the file and of the connection that it is sent to. */
  title: text,
  /** How many of the rows and columns are shown. */
  extent: text,
  columns: z.array(column),
  rows: z.array(z.array(value)),
  warnings: z.array(text),
  problems: z.array(text),
  facts: z.array(text),
  /** The first lines before and after the conversion; empty without one. */
  changes: z.array(excerpt),
});

/** A row of the table of files. */
const summary = z.object({ file: text, target: text, rows: text, size: text, notes: text });

const labels = z.object({
  rows: text,
  row: text,
  problems: text,
  facts: text,
  files: text,
  file: text,
  connection: text,
  rowCount: text,
  size: text,
  notes: text,
});

const model = z.object({
  /** The page's fixed texts, in the language of the window. */
  labels,
  account: z.array(text),
  /** All files if there are several, otherwise empty. */
  list: z.array(summary),
  files: z.array(file),
  /** How many files are not shown; '' if all are. */
  omitted: text,
});

const toPage = z.object({ kind: z.literal('show'), model });
const fromPage = z.object({ kind: z.literal('ready') });

export type RowsModel = z.output<typeof model>;
export type FileRows = z.output<typeof file>;
export type MessageToPage = z.output<typeof toPage>;

export const { messageToPage, readMessageToPage, readMessageFromPage } = pageMessages(toPage, fromPage);
