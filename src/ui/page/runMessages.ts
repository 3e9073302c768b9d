import * as z from 'zod/mini';
import { pageId, pageText } from './pageText.ts';

// The schemas of jobs in messages between a page and the extension.

export const pageState = z.enum(['running', 'succeeded', 'failed', 'finished', 'lost', 'waiting', 'stopped']);

export const pageRun = z.object({
  syncId: pageId,
  state: pageState,
  stateText: pageText,
  /** `started` is date and time; `date` and `time` are short forms for the axis of a chart. */
  started: pageText,
  date: pageText,
  time: pageText,
  durationMs: z.nullable(z.number()),
  /** How long the job had been running when the model was created; null once it has ended. */
  elapsedMs: z.nullable(z.number()),
  count: z.nullable(z.number()),
  /** Whether this is the job that the page shows. */
  isThis: z.boolean(),
});

export type PageRun = z.output<typeof pageRun>;
