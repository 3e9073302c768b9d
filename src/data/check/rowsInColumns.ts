import type { JsonOutline } from '../json/jsonOutline.ts';
import { isOrHolds } from './rowsByKey.ts';

const ONLY_DIGITS = /^\d+$/;
const HAS_DIGIT = /\d/;

/**
 * Whether an object has the values of each column together, as pandas writes them by default or with `orient="list"`:
 * `{"a":{"0":1,"1":2},"b":{"0":3,"1":4}}` and `{"a":[1,2],"b":[3,4]}`. Itself, or in members beside which are only those of a response.
 */
export function hasRowsInColumns(object: JsonOutline): boolean {
  return isOrHolds(object, (table) => areLists(table) || areNumbered(table));
}

/** Whether each member is an array with as many scalars as the others, at least two. */
function areLists({ members }: JsonOutline): boolean {
  const lists = members.map(([, value]) => value);
  // The text may end within the last one.
  const lengths = new Set(lists.filter(({ isWhole }) => isWhole).map(({ elements }) => elements.length));
  return (
    lists.length > 0 &&
    lists.every(({ elements }) => elements.length > 1 && elements.every(({ kind }) => kind === 'scalar')) &&
    lengths.size <= 1
  );
}

/** Whether each member has a value for each row, under the number or the label of the row. */
function areNumbered({ members }: JsonOutline): boolean {
  const columns = members.map(([, value]) => value);
  if (columns.length === 0 || columns.some(({ kind, isEmpty }) => kind !== 'object' || isEmpty)) {
    return false;
  }
  const keysOf = ({ members: values }: JsonOutline): readonly string[] => values.map(([name]) => name);
  const isCounted = (column: JsonOutline): boolean => keysOf(column).every((key, index) => key === String(index));
  const [first, ...others] = columns.filter(({ isWhole }) => isWhole).map((column) => keysOf(column).join());
  const areAlike = first !== undefined && others.length > 0 && others.every((keys) => keys === first);
  const hasDigits = columns.every((column) => keysOf(column).every((key) => ONLY_DIGITS.test(key)));
  const haveIds = members.every(([name]) => HAS_DIGIT.test(name));
  const isLong = columns.length > 1 || (columns[0]?.members.length ?? 0) > 1;
  return (columns.every(isCounted) && isLong) || (areAlike && hasDigits && !haveIds);
}
