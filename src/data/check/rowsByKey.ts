import type { JsonOutline } from '../json/jsonOutline.ts';
import { UniqueNames } from '../text/uniqueNames.ts';
import { isResponseName } from './responseNames.ts';

/** This many objects that all have the same keys, or have one in common, are unlikely to be parts of a row. */
const MANY_ALIKE = 5;
const MANY_SIMILAR = 10;

/** This many objects are unlikely to be part of a row: with years, dates or long numbers as keys, or with any others. */
const MANY_NUMBERED_PARTS = 10;
const MANY_PARTS = 21;
const BEGINS_WITH_NUMBER = /^\d{4}/;

const ONLY_DIGITS = /^\d+$/;
const HAS_DIGIT = /\d/;

/** The name of a column for the keys. */
const KEY_COLUMN = 'key';

/**
 * Whether an object has rows under keys instead of in an array, as in `{"1001":{"name":"a"},"1002":{"name":"b"}}`: itself, or in members
 * beside which are only those of a response. A row with an address and a contact has objects with different keys.
 */
export function hasRowsByKey(object: JsonOutline): boolean {
  return isOrHolds(object, isTable);
}

/** Whether a member of an object has so many rows under keys that it is unlikely to be part of a row, as `rates` in `{"base":"EUR","rates":{…}}`. */
export function holdsManyRowsByKey({ members }: JsonOutline): boolean {
  return members.some(([, value]) => {
    const rows = rowsUnderKeys(value);
    const areNumbered = value.members.every(([name]) => BEGINS_WITH_NUMBER.test(name));
    return rows !== undefined && rows.count >= (areNumbered ? MANY_NUMBERED_PARTS : MANY_PARTS);
  });
}

/** A name for the keys that none of the rows under them has, as far as the outline goes; undefined if the members are no rows. */
export function keyColumnOf(object: JsonOutline): string | undefined {
  return isTable(object)
    ? freeKeyColumn(object.members.flatMap(([, row]) => row.members.map(([name]) => name)))
    : undefined;
}

/** A name for the keys of rows that none of these columns has. */
export function freeKeyColumn(columns: readonly string[]): string {
  return new UniqueNames(columns).take(KEY_COLUMN);
}

/** Whether an object is a table, or has nothing but tables and what describes a response. */
export function isOrHolds(object: JsonOutline, isTableLike: (value: JsonOutline) => boolean): boolean {
  return (
    isTableLike(object) ||
    (object.members.some(([, value]) => isTableLike(value)) &&
      object.members.every(([name, value]) => isResponseName(name) || isTableLike(value)))
  );
}

function isTable(object: JsonOutline): boolean {
  const rows = rowsUnderKeys(object);
  if (rows === undefined) {
    return false;
  }
  const names = object.members.map(([name]) => name);
  const haveIds = names.every((name) => (names.length === 1 ? ONLY_DIGITS : HAS_DIGIT).test(name));
  return haveIds || (rows.areAlike && rows.count >= MANY_ALIKE) || rows.count >= MANY_SIMILAR;
}

/** The objects that are all that an object has, if they have a key in common. */
function rowsUnderKeys({
  kind,
  members,
}: JsonOutline): { readonly count: number; readonly areAlike: boolean } | undefined {
  if (kind !== 'object' || members.some(([, value]) => value.kind !== 'object')) {
    return undefined;
  }
  // The text may end within the last one.
  const rows = members
    .map(([, value]) => value)
    .filter(({ isWhole, isEmpty }) => isWhole && !isEmpty)
    .map((value) => new Set(value.members.map(([name]) => name)));
  const [first = new Set<string>(), ...others] = rows;
  const common = [...first].filter((name) => others.every((keys) => keys.has(name)));
  return common.length === 0
    ? undefined
    : { count: rows.length, areAlike: rows.every(({ size }) => size === common.length) };
}
