import * as z from 'zod/mini';
import { id, index, pageMessages, state, text } from '../page/schemas.ts';

// The messages between the page and the extension.

const file = z.object({
  name: text,
  target: text,
  rows: text,
  state,
  /** The outcome, with the reason if it failed. */
  outcome: text,
  /** '' if the file has no job that can be opened. */
  syncId: id,
});

const model = z.object({
  title: text,
  /** How many of the jobs have completed; '' until all have ended. */
  completed: text,
  account: z.array(text),
  /** The page's fixed texts, in the language of the window. */
  labels: z.object({
    files: text,
    file: text,
    connection: text,
    rows: text,
    outcome: text,
    openJob: text,
    /** The label of the button that uploads failed files again; '' if there are none. */
    retry: text,
  }),
  files: z.array(file),
});

const toPage = z.object({ kind: z.literal('show'), model });
const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('retry') }),
  /** `index`: that of the file in the model, so that the page can't open other jobs. */
  z.object({ kind: z.literal('openJob'), index }),
]);

export type SummaryModel = z.output<typeof model>;
export type MessageToPage = z.output<typeof toPage>;
export type MessageFromPage = z.output<typeof fromPage>;

export const { messageToPage, readMessageToPage, readMessageFromPage } = pageMessages(toPage, fromPage);
