import type { FuzzTarget } from './fuzzTarget.ts';
import { baseUrl } from './targets/baseUrl.ts';
import { csvCheck } from './targets/csvCheck.ts';
import { globs } from './targets/globs.ts';
import { jsonCheck } from './targets/jsonCheck.ts';
import { pageMessages } from './targets/pageMessages.ts';
import { responses } from './targets/responses.ts';
import { retryAfter } from './targets/retryAfter.ts';

export const TARGETS: readonly FuzzTarget[] = [
  csvCheck,
  jsonCheck,
  baseUrl,
  globs,
  responses,
  retryAfter,
  pageMessages,
];
