import type { ProblemCode } from '../check/dataProblem.ts';

/** A change to a text that removes one kind of problem and leaves every other cell as it is. */
export type FixId =
  | 'removeByteOrderMark'
  | 'removeSepLine'
  | 'removeTitleLines'
  | 'delimiterToComma'
  | 'removeTrailingDelimiters'
  | 'removeRepeatedHeaders'
  | 'removeEmptyRows'
  | 'removeTrailingEmptyRows'
  | 'makeColumnNamesUnique'
  | 'formulasToText'
  | 'emptyNullTexts'
  | 'flattenNested'
  | 'linesToArray'
  | 'useMemberRows';

/** The fix for a problem; undefined where fixing it takes knowledge of the data. */
export function fixOf(code: ProblemCode): FixId | undefined {
  return FIXES[code];
}

const FIXES: Readonly<Partial<Record<ProblemCode, FixId>>> = {
  byteOrderMark: 'removeByteOrderMark',
  sepLine: 'removeSepLine',
  titleLines: 'removeTitleLines',
  otherDelimiter: 'delimiterToComma',
  trailingDelimiters: 'removeTrailingDelimiters',
  emptyRows: 'removeEmptyRows',
  trailingBlankLines: 'removeTrailingEmptyRows',
  trailingEmptyRows: 'removeTrailingEmptyRows',
  duplicateColumnName: 'makeColumnNamesUnique',
  repeatedHeader: 'removeRepeatedHeaders',
  formulaText: 'formulasToText',
  nullText: 'emptyNullTexts',
  nestedValue: 'flattenNested',
  jsonLines: 'linesToArray',
  oneObject: 'linesToArray',
  rowsInObject: 'useMemberRows',
  rowsInPages: 'useMemberRows',
};
