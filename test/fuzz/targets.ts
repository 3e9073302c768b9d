import type { FuzzTarget } from './fuzzTarget.ts';
import { answers } from './targets/answers.ts';
import { baseUrl } from './targets/baseUrl.ts';
import { csvCheck } from './targets/csvCheck.ts';
import { globs } from './targets/globs.ts';
import { jsonCheck } from './targets/jsonCheck.ts';
import { pageMessages } from './targets/pageMessages.ts';
import { retryAfter } from './targets/retryAfter.ts';

export const TARGETS: readonly FuzzTarget[] = [csvCheck, jsonCheck, baseUrl, globs, answers, retryAfter, pageMessages];
