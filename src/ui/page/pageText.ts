import * as z from 'zod/mini';
import { plainText } from '../../base/displayText.ts';

// The schemas of values in messages between a page and the extension. Both sides parse messages with them.

/** The same as the maximum length of a job's message. */
const MAX_TEXT_LENGTH = 1000;
const MAX_VALUE_LENGTH = 200;
/** The same as the maximum length of an ID in responses of the service (`model/limits.ts`). */
const MAX_ID_LENGTH = 500;

/** A text that a page shows: one line without control and bidirectional characters, of limited length. */
export const pageText = z.pipe(
  z.string(),
  z.transform((value) => plainText(value, MAX_TEXT_LENGTH)),
);

/** A column name, a cell or another value of the data. Like `pageText`, but shorter. */
export const pageValue = z.pipe(
  z.string(),
  z.transform((value) => plainText(value, MAX_VALUE_LENGTH)),
);

/** An index in the model that the page was sent, so that the page can refer to nothing else. */
export const pageIndex = z.int().check(z.minimum(0));

/** An ID. It must not be changed, and doesn't have to be cleaned because it is not displayed. */
export const pageId = z.string().check(z.maxLength(MAX_ID_LENGTH));
