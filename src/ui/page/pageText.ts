import * as z from 'zod/mini';
import { plainText } from '../../base/displayText.ts';

// What messages between a page and the extension consist of. Both sides parse them.

/** The maximum length of a job's message. */
const MAX_TEXT_LENGTH = 1000;
const MAX_VALUE_LENGTH = 200;
/** The maximum length of an id that is accepted (`model/limits.ts`). */
const MAX_ID_LENGTH = 500;

/** A text that a page shows: one line without control and bidirectional characters, of limited length. */
export const pageText = z.pipe(
  z.string(),
  z.transform((value) => plainText(value, MAX_TEXT_LENGTH)),
);

/** A name, a cell or another value of the data: as a text, but shorter. */
export const pageValue = z.pipe(
  z.string(),
  z.transform((value) => plainText(value, MAX_VALUE_LENGTH)),
);

/** An index in the model that the page shows, so that the page can't choose what is meant. */
export const pageIndex = z.int().check(z.minimum(0));

/** An id, which is not shown and so not changed. */
export const pageId = z.string().check(z.maxLength(MAX_ID_LENGTH));
