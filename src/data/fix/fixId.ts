import type { ProblemCode } from '../check/dataProblem.ts';

/** A change to a text that takes one kind of problem away and leaves every other cell as it is. */
export type FixId =
  | 'removeByteOrderMark'
  | 'removeSepLine'
  | 'delimiterToComma'
  | 'removeTrailingEmptyRows'
  | 'makeColumnNamesUnique'
  | 'flattenNested'
  | 'linesToArray';

/** The fix for a problem; undefined where only somebody who knows the data can tell what is meant. */
export function fixOf(code: ProblemCode): FixId | undefined {
  return FIXES[code];
}

const FIXES: Readonly<Partial<Record<ProblemCode, FixId>>> = {
  byteOrderMark: 'removeByteOrderMark',
  sepLine: 'removeSepLine',
  otherDelimiter: 'delimiterToComma',
  trailingEmptyRows: 'removeTrailingEmptyRows',
  duplicateColumnName: 'makeColumnNamesUnique',
  nestedValue: 'flattenNested',
  jsonLines: 'linesToArray',
  oneObject: 'linesToArray',
};
