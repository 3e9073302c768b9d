import * as z from 'zod/mini';
import { pageMessages, text, value } from '../page/schemas.ts';

// The messages between the page and the extension.

const count = z.object({ value, rows: z.number(), rowsText: text });

const column = z.object({
  name: value,
  type: text,
  filled: text,
  blank: text,
  distinct: text,
  unique: text,
  smallest: value,
  largest: value,
  sum: value,
  /** A remark about the values, shown above them; '' if there is none. */
  note: text,
  /** The bins of the histogram; empty for a column without one. */
  bins: z.array(count),
  /** The most common values; empty for a column with a histogram. */
  values: z.array(count),
});

const model = z.object({
  /** The page's fixed texts, in the language of the window. `{0}` stands for the name of a column. */
  labels: z.object({
    columns: text,
    column: text,
    type: text,
    filled: text,
    blank: text,
    distinct: text,
    unique: text,
    smallest: text,
    largest: text,
    sum: text,
    range: text,
    value: text,
    rows: text,
    histogram: text,
    histogramTable: text,
    values: text,
    showAsTable: text,
  }),
  title: text,
  /** The numbers of rows and columns. */
  extent: text,
  columns: z.array(column),
  /** How many columns are not shown; '' if all are. */
  omitted: text,
});

const toPage = z.object({ kind: z.literal('show'), model });
const fromPage = z.object({ kind: z.literal('ready') });

export type ProfileModel = z.output<typeof model>;
export type ProfiledColumn = z.output<typeof column>;
export type MessageToPage = z.output<typeof toPage>;

export const { messageToPage, readMessageToPage, readMessageFromPage } = pageMessages(toPage, fromPage);
