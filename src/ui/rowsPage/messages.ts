import * as z from 'zod/mini';
import { pageMessages } from '../page/pageMessages.ts';
import { pageText, pageValue } from '../page/pageText.ts';

// The messages between the page and the extension.

const column = z.object({
  name: pageValue,
  /** Whether it is aligned to the right. */
  isNumber: z.boolean(),
  /** Whether the header has no such column. */
  isExtra: z.boolean(),
});

const lines = z.object({ title: pageText, lines: z.array(pageValue) });

const file = z.object({
  /** The file and its target. */
  title: pageText,
  /** How many rows and columns of all are shown. */
  extent: pageText,
  columns: z.array(column),
  rows: z.array(z.array(pageValue)),
  warnings: z.array(pageText),
  problems: z.array(pageText),
  facts: z.array(pageText),
  /** The first lines before and after a conversion. */
  changes: z.array(lines),
});

/** One of several files, in one line. */
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
  /** All files, if there are several. */
  list: z.array(summary),
  files: z.array(file),
  /** Says that files are not shown; '' if all are. */
  omitted: pageText,
});

const toPage = z.object({ kind: z.literal('show'), model });
const fromPage = z.object({ kind: z.literal('ready') });

export type RowsModel = z.output<typeof model>;
export type FileRows = z.output<typeof file>;
export type MessageToPage = z.output<typeof toPage>;

export const { messageToPage, readMessageToPage, readMessageFromPage } = pageMessages(toPage, fromPage);
