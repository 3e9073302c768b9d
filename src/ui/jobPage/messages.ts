import * as z from 'zod/mini';

// What the page and the extension say to each other. Both sides read what they get by these shapes, and drop the rest.

const state = z.enum(['running', 'succeeded', 'failed', 'finished', 'lost', 'waiting', 'stopped']);

const step = z.object({
  name: z.string(),
  state,
  stateText: z.string(),
  count: z.string(),
  message: z.string(),
  /** In milliseconds since the job began; null where it has not, or nobody said. */
  startMs: z.nullable(z.number()),
  /** null while it runs. */
  endMs: z.nullable(z.number()),
});

const seenState = z.object({ time: z.string(), status: z.string(), step: z.string(), requestId: z.string() });

const run = z.object({
  syncId: z.string(),
  state,
  stateText: z.string(),
  /** With the time, and as short as the axis of a picture has room for. */
  started: z.string(),
  date: z.string(),
  durationMs: z.nullable(z.number()),
  count: z.nullable(z.number()),
  isThis: z.boolean(),
});

/** Everything the page says that is not data, in the language of the window. */
const words = z.object({
  copied: z.string(),
  copy: z.string(),
  count: z.string(),
  counts: z.string(),
  countsOfRuns: z.string(),
  duration: z.string(),
  durations: z.string(),
  durationsOfRuns: z.string(),
  elapsed: z.string(),
  failed: z.string(),
  file: z.string(),
  history: z.string(),
  ids: z.string(),
  message: z.string(),
  name: z.string(),
  noHistory: z.string(),
  noSteps: z.string(),
  openFile: z.string(),
  openRun: z.string(),
  outcome: z.string(),
  requestId: z.string(),
  retry: z.string(),
  showAsTable: z.string(),
  started: z.string(),
  state: z.string(),
  states: z.string(),
  step: z.string(),
  steps: z.string(),
  stepsPicture: z.string(),
  thisRun: z.string(),
  time: z.string(),
});

const model = z.object({
  language: z.string(),
  words,
  title: z.string(),
  kind: z.string(),
  state,
  stateText: z.string(),
  message: z.string(),
  isRunning: z.boolean(),
  /** When the model was made; while the job runs, the page counts on from there. null where nobody said how long it took. */
  elapsedMs: z.nullable(z.number()),
  /** How far the picture of the steps reaches by then. */
  reachMs: z.number(),
  usualMs: z.nullable(z.number()),
  usual: z.string(),
  canRetry: z.boolean(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  ids: z.array(z.object({ label: z.string(), value: z.string() })),
  file: z.nullable(z.object({ name: z.string(), details: z.string(), canOpen: z.boolean() })),
  steps: z.array(step),
  states: z.array(seenState),
  runs: z.array(run),
});

const toPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show'), syncId: z.string(), model }),
  z.object({ kind: z.literal('gone'), syncId: z.string(), text: z.string() }),
]);

const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** The place of the id in the model: what is copied is never the page's word. */
  z.object({ kind: z.literal('copyId'), index: z.int().check(z.minimum(0)) }),
  z.object({ kind: z.literal('openFile') }),
  z.object({ kind: z.literal('openRun'), syncId: z.string() }),
  z.object({ kind: z.literal('retry') }),
]);

/** What a reload of the window brings back. */
const remembered = z.object({ syncId: z.string() });

export type PageModel = z.output<typeof model>;
export type PageStep = z.output<typeof step>;
export type PageRun = z.output<typeof run>;
export type PageWords = z.output<typeof words>;
export type MessageToPage = z.output<typeof toPage>;
export type MessageFromPage = z.output<typeof fromPage>;

export function readMessageToPage(message: unknown): MessageToPage | undefined {
  return toPage.safeParse(message).data;
}

export function readMessageFromPage(message: unknown): MessageFromPage | undefined {
  return fromPage.safeParse(message).data;
}

export function readRemembered(value: unknown): z.output<typeof remembered> | undefined {
  return remembered.safeParse(value).data;
}
