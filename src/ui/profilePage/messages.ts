import * as z from 'zod/mini';
import { pageMessages } from '../page/pageMessages.ts';
import { pageText, pageValue } from '../page/pageText.ts';

// The messages between the page and the extension.

const count = z.object({ value: pageValue, rows: z.number(), rowsText: pageText });

const column = z.object({
  name: pageValue,
  type: pageText,
  filled: pageText,
  blank: pageText,
  distinct: pageText,
  unique: pageText,
  smallest: pageValue,
  largest: pageValue,
  sum: pageValue,
  /** A remark about the values, shown above them; '' if there is none. */
  note: pageText,
  /** The bins of the histogram; empty for a column without one. */
  bins: z.array(count),
  /** The most common values; empty for a column with a histogram. */
  values: z.array(count),
});

const model = z.object({
  /** The page's fixed texts, in the language of the window. `{0}` stands for the name of a column. */
  labels: z.object({
    columns: pageText,
    column: pageText,
    type: pageText,
    filled: pageText,
    blank: pageText,
    distinct: pageText,
    unique: pageText,
    smallest: pageText,
    largest: pageText,
    sum: pageText,
    range: pageText,
    value: pageText,
    rows: pageText,
    histogram: pageText,
    histogramTable: pageText,
    values: pageText,
    showAsTable: pageText,
  }),
  title: pageText,
  /** The numbers of rows and columns. */
  extent: pageText,
  columns: z.array(column),
  /** How many columns are not shown; '' if all are. */
  omitted: pageText,
});

const toPage = z.object({ kind: z.literal('show'), model });
const fromPage = z.object({ kind: z.literal('ready') });

export type ProfileModel = z.output<typeof model>;
export type ProfiledColumn = z.output<typeof column>;
export type MessageToPage = z.output<typeof toPage>;

export const { messageToPage, readMessageToPage, readMessageFromPage } = pageMessages(toPage, fromPage);
