import type { Position } from '../text/textPosition.ts';
import type { CheckResult } from './checkResult.ts';

/** What the check of one kind of text learns besides its problems. */
export type KindFindings = Pick<CheckResult, 'rows' | 'columns' | 'delimiter' | 'lineEnding' | 'firstRows'>;

/** Checks one kind of text, handed over piece by piece, in UTF-8 and without a byte order mark. */
export interface KindCheck {
  push(bytes: Uint8Array): void;
  /** Where the byte stands that would be pushed next. */
  position(): Position;
  end(): KindFindings;
}
