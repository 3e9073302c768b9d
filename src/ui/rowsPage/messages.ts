import * as z from 'zod/mini';
import { pageMessages } from '../page/pageMessages.ts';
import { pageText, pageValue } from '../page/pageText.ts';

// The messages between the page and the extension.

const column = z.object({
  name: pageValue,
  /** Whether the column is aligned to the right. */
  isNumber: z.boolean(),
  /** Whether rows have a cell here that has no column in the header. */
  isExtra: z.boolean(),
});

const excerpt = z.object({ title: pageText, lines: z.array(pageValue) });

const file = z.object({
  /** The name of the file and of the connection that it is sent to. */
  title: pageText,
  /** How many of the rows and columns are shown. */
  extent: pageText,
  columns: z.array(column),
  rows: z.array(z.array(pageValue)),
  warnings: z.array(pageText),
  problems: z.array(pageText),
  facts: z.array(pageText),
  /** The first lines before and after the conversion; empty without one. */
  changes: z.array(excerpt),
});

/** A row of the table of files. */
const summary = z.object({ file: pageText, target: pageText, rows: pageText, size: pageText, notes: pageText });

const labels = z.object({
  rows: pageText,
  row: pageText,
  problems: pageText,
  facts: pageText,
  files: pageText,
  file: pageText,
  connection: pageText,
  rowCount: pageText,
  size: pageText,
  notes: pageText,
});

const model = z.object({
  /** The page's fixed texts, in the language of the window. */
  labels,
  account: z.array(pageText),
  /** All files if there are several, otherwise empty. */
  list: z.array(summary),
  files: z.array(file),
  /** How many files are not shown; '' if all are. */
  omitted: pageText,
});

const toPage = z.object({ kind: z.literal('show'), model });
const fromPage = z.object({ kind: z.literal('ready') });

export type RowsModel = z.output<typeof model>;
export type FileRows = z.output<typeof file>;
export type MessageToPage = z.output<typeof toPage>;

export const { messageToPage, readMessageToPage, readMessageFromPage } = pageMessages(toPage, fromPage);
