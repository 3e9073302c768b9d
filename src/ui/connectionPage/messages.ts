import * as z from 'zod/mini';
import { id, index, pageMessages, run, state, text } from '../page/schemas.ts';

// The messages between the page and the extension.

const milliseconds = z.number();

/** The runs of one kind. */
const group = z.object({
  kind: z.enum(['sync', 'upload']),
  title: text,
  /** How many of the runs completed. */
  rate: text,
  /** The usual durations; null with too few runs. */
  band: z.nullable(
    z.object({
      lowMs: milliseconds,
      medianMs: milliseconds,
      highMs: milliseconds,
      /** Says which runs these are. */
      text,
    }),
  ),
  runs: z.array(run),
});

const event = z.object({
  syncId: id,
  /** The state of the job, shown as a sign before the text. */
  state,
  time: text,
  text,
  details: text,
});

/** When a job ran, as a bar of the timeline. */
const span = z.object({
  kind: z.enum(['sync', 'upload']),
  state,
  startMs: milliseconds,
  /** null while it runs. */
  endMs: z.nullable(milliseconds),
  /** Whether the header differed from that of the previous upload. */
  hasNewHeader: z.boolean(),
});

/** The page's fixed texts, in the language of the window. */
const labels = z.object({
  bandOfRuns: text,
  copied: text,
  copy: text,
  count: text,
  counts: text,
  countsOfRuns: text,
  details: text,
  duration: text,
  durations: text,
  durationsOfRuns: text,
  event: text,
  events: text,
  eventsPicture: text,
  failed: text,
  ids: text,
  newHeader: text,
  noEvents: text,
  openEvent: text,
  openRun: text,
  outcome: text,
  percentile10: text,
  median: text,
  percentile90: text,
  runningNow: text,
  share: text,
  showAsTable: text,
  started: text,
  startSync: text,
  syncs: text,
  thisRun: text,
  time: text,
  uploadFile: text,
  uploads: text,
  usual: text,
});

const model = z.object({
  language: text,
  /** The time zone of the extension host, which in a remote window may differ from that of the page. */
  timeZone: text,
  labels,
  title: text,
  source: text,
  state,
  stateText: text,
  sentence: text,
  /** Why the page is out of date; '' if it isn't. */
  stale: text,
  /** A sentence that says which runs are not known. */
  limits: text,
  canSync: z.boolean(),
  fields: z.array(z.object({ label: text, value: text })),
  ids: z.array(z.object({ label: text, value: text })),
  groups: z.array(group),
  events: z.array(event),
  spans: z.array(span),
  /** When the model was created. */
  nowMs: milliseconds,
});

const toPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show'), entityId: id, model }),
  z.object({ kind: z.literal('gone'), entityId: id, text }),
]);

const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('sync') }),
  z.object({ kind: z.literal('upload') }),
  /** The index of the id in the model, so that the page can't choose what is copied. */
  z.object({ kind: z.literal('copyId'), index }),
  z.object({ kind: z.literal('openRun'), syncId: id }),
]);

/** The state of the page that is kept across reloads of the window. */
const remembered = z.object({ entityId: id });

export type ConnectionModel = z.output<typeof model>;
export type PageGroup = z.output<typeof group>;
export type PageSpan = z.output<typeof span>;
export type MessageToPage = z.output<typeof toPage>;
export type MessageFromPage = z.output<typeof fromPage>;

export const { messageToPage, readMessageToPage, readMessageFromPage } = pageMessages(toPage, fromPage);

export function readRemembered(value: unknown): z.output<typeof remembered> | undefined {
  return remembered.safeParse(value).data;
}
