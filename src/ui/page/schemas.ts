import * as z from 'zod/mini';
import { plainLine, plainText } from '../../base/displayText.ts';

// The schemas of what several pages and the extension send each other. Both sides parse messages with them.

/** The maximum length of a job's message. */
const MAX_TEXT_LENGTH = 1000;
const MAX_VALUE_LENGTH = 200;
/** The maximum length of an ID in responses of the service (`model/limits.ts`). */
const MAX_ID_LENGTH = 500;

/** A text that a page shows: one line without control and bidirectional characters, of limited length. */
export const text = z.pipe(
  z.string(),
  z.transform((raw) => plainText(raw, MAX_TEXT_LENGTH)),
);

/** A column name, a cell or another value of the data. Like `text`, but shorter. */
export const value = z.pipe(
  z.string(),
  z.transform((raw) => plainText(raw, MAX_VALUE_LENGTH)),
);

/** A line of a file. Like `value`, but with its white space. */
export const line = z.pipe(
  z.string(),
  z.transform((raw) => plainLine(raw, MAX_VALUE_LENGTH)),
);

/** An index in the model that the page was sent, so that the page can refer to nothing else. */
export const index = z.int().check(z.minimum(0));

/** An ID. It must not be changed, and doesn't have to be cleaned because it is not displayed. */
export const id = z.string().check(z.maxLength(MAX_ID_LENGTH));

/** The state of a job, or of a file whose upload has no job. */
export const state = z.enum(['running', 'succeeded', 'failed', 'finished', 'lost', 'waiting', 'stopped']);

/** A job in charts and tables. */
export const run = z.object({
  syncId: id,
  state,
  stateText: text,
  /** `started` is date and time; `date` and `time` are short forms for the axis of a chart. */
  started: text,
  date: text,
  time: text,
  durationMs: z.nullable(z.number()),
  /** How long the job had been running when the model was created; null once it has ended. */
  elapsedMs: z.nullable(z.number()),
  count: z.nullable(z.number()),
  /** Whether this is the job that the page shows. */
  isThis: z.boolean(),
});

export type PageRun = z.output<typeof run>;

/** Creates the functions with which a page and the extension parse messages. They reject anything that the schemas don't allow. */
export function pageMessages<ToPage, FromPage>(toPage: z.ZodMiniType<ToPage>, fromPage: z.ZodMiniType<FromPage>) {
  return {
    /** Cleans the texts of a message before it is sent to the page. Throws for an invalid message. */
    messageToPage: (message: ToPage): ToPage => toPage.parse(message),
    readMessageToPage: (message: unknown): ToPage | undefined => toPage.safeParse(message).data,
    readMessageFromPage: (message: unknown): FromPage | undefined => fromPage.safeParse(message).data,
  };
}
