import type { Language } from './catalogs.ts';

/** English texts that are right in another language as they are. */
export const SAME_TEXTS: Readonly<Record<Language, readonly string[]>> = {
  de: [],
  fr: [],
  ja: [],
};
