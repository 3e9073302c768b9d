import * as z from 'zod/mini';
import { pageMessages } from '../page/pageMessages.ts';
import { pageState } from '../page/runMessages.ts';
import { pageId, pageIndex, pageText } from '../page/pageText.ts';

// The messages between the page and the extension.

const file = z.object({
  name: pageText,
  target: pageText,
  rows: pageText,
  state: pageState,
  /** The outcome, with the reason if it failed. */
  outcome: pageText,
  /** '' if the file has no job that can be opened. */
  syncId: pageId,
});

const model = z.object({
  title: pageText,
  account: z.array(pageText),
  /** The page's fixed texts, in the language of the window. */
  labels: z.object({
    files: pageText,
    file: pageText,
    connection: pageText,
    rows: pageText,
    outcome: pageText,
    openJob: pageText,
    /** The label of the button that uploads failed files again; '' if there are none. */
    retry: pageText,
  }),
  files: z.array(file),
});

const toPage = z.object({ kind: z.literal('show'), model });
const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('retry') }),
  /** `index`: that of the file in the model, so that the page can't open other jobs. */
  z.object({ kind: z.literal('openJob'), index: pageIndex }),
]);

export type SummaryModel = z.output<typeof model>;
export type MessageToPage = z.output<typeof toPage>;
export type MessageFromPage = z.output<typeof fromPage>;

export const { messageToPage, readMessageToPage, readMessageFromPage } = pageMessages(toPage, fromPage);
