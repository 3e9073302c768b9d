import * as z from 'zod/mini';
import { id, index, pageMessages, run, state, text } from '../page/schemas.ts';

// The messages between the page and the extension.

const step = z.object({
  name: text,
  state,
  stateText: text,
  count: text,
  message: text,
  /** In milliseconds since the job began; null if the step has not started, or its start is unknown. */
  startMs: z.nullable(z.number()),
  /** In milliseconds since the job began; null while the step is running. */
  endMs: z.nullable(z.number()),
});

const reportedState = z.object({ time: text, status: text, step: text, requestId: text });

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
  showInFile: text,
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
  /** Whether the job is running and watched, so that its durations grow. */
  isCounting: z.boolean(),
  /** The duration when the model was created, to which the page adds the time since then while it is counting. null if unknown. */
  elapsedMs: z.nullable(z.number()),
  /** The end of the timeline at that moment, in milliseconds since the job began. */
  reachMs: z.number(),
  usualMs: z.nullable(z.number()),
  usual: text,
  canRetry: z.boolean(),
  /** Whether the service's messages refer to the data, so that the file may be searched for it. */
  refersToData: z.boolean(),
  facts: z.array(z.object({ label: text, value: text })),
  ids: z.array(z.object({ label: text, value: text })),
  file: z.nullable(z.object({ name: text, details: text, canOpen: z.boolean() })),
  steps: z.array(step),
  states: z.array(reportedState),
  runs: z.array(run),
});

const toPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show'), syncId: id, entityId: id, model }),
  z.object({ kind: z.literal('gone'), syncId: id, text }),
]);

const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** The index of the id in the model, so that the page can't choose what is copied. */
  z.object({ kind: z.literal('copyId'), index }),
  z.object({ kind: z.literal('openFile') }),
  z.object({ kind: z.literal('openRun'), syncId: id }),
  z.object({ kind: z.literal('retry') }),
  z.object({ kind: z.literal('showInFile') }),
]);

/** The state of the page that is kept across reloads of the window. */
const remembered = z.object({ syncId: id, entityId: z.optional(id) });

export type JobModel = z.output<typeof model>;
export type PageStep = z.output<typeof step>;
export type PageLabels = z.output<typeof labels>;
export type MessageToPage = z.output<typeof toPage>;
export type MessageFromPage = z.output<typeof fromPage>;

export const { messageToPage, readMessageToPage, readMessageFromPage } = pageMessages(toPage, fromPage);

export function readRemembered(value: unknown): z.output<typeof remembered> | undefined {
  return remembered.safeParse(value).data;
}
