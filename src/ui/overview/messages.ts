import * as z from 'zod/mini';
import { id, pageMessages, state, text } from '../page/schemas.ts';

// The messages between the page and the extension.

const milliseconds = z.number();

const lane = z.object({
  kind: z.literal('lane'),
  entityId: id,
  name: text,
  source: text,
  /** What screen readers read. */
  screenReaderText: text,
  /** The last run, and how many there were. */
  last: text,
  runs: text,
  /** When the connection syncs next, or by how much it is late. */
  next: text,
  nextMs: z.nullable(milliseconds),
  isLate: z.boolean(),
  bars: z.array(
    z.object({
      state,
      /** null if only the end of the sync is known. */
      startMs: z.nullable(milliseconds),
      /** null while it runs. */
      endMs: z.nullable(milliseconds),
    }),
  ),
});

const heading = z.object({ kind: z.literal('group'), name: text });

/** The page's fixed texts, in the language of the window. */
const labels = z.object({
  changeFilter: text,
  changeGrouping: text,
  concurrency: text,
  concurrencyPicture: text,
  connection: text,
  hour: text,
  lanes: text,
  lastRun: text,
  next: text,
  noLanes: text,
  openConnection: text,
  peak: text,
  runs: text,
  showAll: text,
  showHours: text,
  showLanes: text,
  source: text,
  title: text,
});

const model = z.object({
  language: text,
  /** The time zone of the extension host, which in a remote window may differ from that of the page. */
  timeZone: text,
  labels,
  /** Sentences about what ran, what overlapped, and when nothing ran. */
  summary: z.array(text),
  /** What the view is filtered by; '' if it is not. */
  filter: text,
  /** Why the page is out of date; '' if it isn't. */
  stale: text,
  /** A sentence that says which runs are not known. */
  limits: text,
  /** Says that not all lanes are shown; '' if they are. */
  omitted: text,
  rows: z.array(z.discriminatedUnion('kind', [lane, heading])),
  concurrency: z.array(z.object({ startMs: milliseconds, peak: z.number() })),
  /** The ends of the axis, and when the model was created. */
  fromMs: milliseconds,
  toMs: milliseconds,
  nowMs: milliseconds,
});

const toPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show'), model }),
  z.object({ kind: z.literal('empty'), text }),
]);

const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('open'), entityId: id }),
  z.object({ kind: z.literal('filter') }),
  z.object({ kind: z.literal('group') }),
  z.object({ kind: z.literal('showAll') }),
]);

export type OverviewModel = z.output<typeof model>;
export type LaneRow = z.output<typeof lane>;
export type OverviewRow = LaneRow | z.output<typeof heading>;
export type MessageToPage = z.output<typeof toPage>;
export type MessageFromPage = z.output<typeof fromPage>;

export const { messageToPage, readMessageToPage, readMessageFromPage } = pageMessages(toPage, fromPage);
