import { compareValues, lowerBound } from '../../base/lists.ts';

/** More or longer names are not stored with each upload. */
const MAX_NAMES = 1_000;
const MAX_LENGTH = 100_000;

/**
 * The columns of flattened rows that are objects or arrays in other rows: `address`, if there is `address.city`. Where they are null, they
 * have no value of their own. Empty if there are too many.
 *
 * @param columnsBefore those of the rows before they were flattened, of which one can be named `address.city`, too.
 */
export function objectNames(columns: readonly string[], columnsBefore: readonly string[]): readonly string[] {
  const before = new Set(columnsBefore);
  // In this order, the members of an object come one after the other.
  const sorted = columns.filter((name) => name.includes('.') && !before.has(name)).sort(compareValues);
  const isObject = (name: string): boolean => {
    const first = lowerBound(sorted, (other) => other < `${name}.`);
    return sorted[first]?.startsWith(`${name}.`) === true;
  };
  const names = columns.filter(isObject);
  const length = names.reduce((sum, name) => sum + name.length, 0);
  return names.length > MAX_NAMES || length > MAX_LENGTH ? [] : names;
}
