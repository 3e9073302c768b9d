import * as z from 'zod/mini';
import { plainText } from '../../base/displayText.ts';

// What the page and the extension say to each other. Both sides read what they get by these shapes, and drop the rest.

/** As long as the longest message of a job. */
const MAX_TEXT_LENGTH = 1000;
/** As long as the longest id that is followed (`model/limits.ts`). */
const MAX_ID_LENGTH = 500;

/** What the page shows: on one line, without control and bidirectional characters, of limited length. */
const text = z.pipe(
  z.string(),
  z.transform((value) => plainText(value, MAX_TEXT_LENGTH)),
);

/** What names a job between the two and is never shown: as it is, or not at all. */
const id = z.string().check(z.maxLength(MAX_ID_LENGTH));

const state = z.enum(['running', 'succeeded', 'failed', 'finished', 'lost', 'waiting', 'stopped']);

const step = z.object({
  name: text,
  state,
  stateText: text,
  count: text,
  message: text,
  /** In milliseconds since the job began; null where it has not, or nobody said. */
  startMs: z.nullable(z.number()),
  /** null while it runs. */
  endMs: z.nullable(z.number()),
});

const seenState = z.object({ time: text, status: text, step: text, requestId: text });

const run = z.object({
  syncId: id,
  state,
  stateText: text,
  /** With the time, and as short as the axis of a picture has room for. */
  started: text,
  date: text,
  durationMs: z.nullable(z.number()),
  count: z.nullable(z.number()),
  isThis: z.boolean(),
});

/** The page's fixed texts, in the language of the window. */
const labels = z.object({
  copied: text,
  copy: text,
  count: text,
  counts: text,
  countsOfRuns: text,
  duration: text,
  durations: text,
  durationsOfRuns: text,
  failed: text,
  file: text,
  history: text,
  ids: text,
  message: text,
  noHistory: text,
  noSteps: text,
  openFile: text,
  openRun: text,
  outcome: text,
  requestId: text,
  retry: text,
  showAsTable: text,
  started: text,
  state: text,
  states: text,
  step: text,
  steps: text,
  stepsPicture: text,
  thisRun: text,
  time: text,
});

const model = z.object({
  language: text,
  labels,
  title: text,
  kind: text,
  state,
  stateText: text,
  message: text,
  isRunning: z.boolean(),
  /** When the model was made; while the job runs, the page counts on from there. null where nobody said how long it took. */
  elapsedMs: z.nullable(z.number()),
  /** How far the picture of the steps reaches by then. */
  reachMs: z.number(),
  usualMs: z.nullable(z.number()),
  usual: text,
  canRetry: z.boolean(),
  facts: z.array(z.object({ label: text, value: text })),
  ids: z.array(z.object({ label: text, value: text })),
  file: z.nullable(z.object({ name: text, details: text, canOpen: z.boolean() })),
  steps: z.array(step),
  states: z.array(seenState),
  runs: z.array(run),
});

const toPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show'), syncId: id, model }),
  z.object({ kind: z.literal('gone'), syncId: id, text }),
]);

const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** The place of the id in the model: what is copied is never the page's word. */
  z.object({ kind: z.literal('copyId'), index: z.int().check(z.minimum(0)) }),
  z.object({ kind: z.literal('openFile') }),
  z.object({ kind: z.literal('openRun'), syncId: id }),
  z.object({ kind: z.literal('retry') }),
]);

/** What a reload of the window brings back. */
const remembered = z.object({ syncId: id });

export type PageModel = z.output<typeof model>;
export type PageStep = z.output<typeof step>;
export type PageRun = z.output<typeof run>;
export type PageLabels = z.output<typeof labels>;
export type MessageToPage = z.output<typeof toPage>;
export type MessageFromPage = z.output<typeof fromPage>;

/** A message as it is sent: what is shown in it is cleaned here, whatever it is made from. */
export function messageToPage(message: MessageToPage): MessageToPage {
  return toPage.parse(message);
}

export function readMessageToPage(message: unknown): MessageToPage | undefined {
  return toPage.safeParse(message).data;
}

export function readMessageFromPage(message: unknown): MessageFromPage | undefined {
  return fromPage.safeParse(message).data;
}

export function readRemembered(value: unknown): z.output<typeof remembered> | undefined {
  return remembered.safeParse(value).data;
}
