import type { JsonOutline } from '../json/jsonOutline.ts';
import { namesIn, plainName } from './responseNames.ts';

/** Names of members that have a name or an object for each column. */
const HEADER_NAMES = namesIn(`
  columns cols columnheaders columnnames header headers headings fields fieldnames rowtype
`);

/** A row with more arrays in an array would have a column for each value of each of them. */
const MAX_ARRAYS_IN_ROW = 20;

/** The name of an array of points in GeoJSON, which may be a long part of a row. */
const COORDINATES = 'coordinates';

/** An array whose elements are rows. */
export interface RowsAsArrays {
  readonly name: string;
  /** Whether its object, or one around it, also has the columns. */
  readonly hasHeader: boolean;
}

/**
 * The rows of a table that are arrays, as in `{"range":"A1:B3","values":[["id","name"],["1","a"],["2","b"]]}` or
 * `{"columns":["id","name"],"data":[[1,"a"]]}`: in a member of an object, or of an object in it. A matrix or a list of points has only numbers,
 * and no columns beside it.
 */
export function findRowsAsArrays(object: JsonOutline): RowsAsArrays | undefined {
  const inside = object.members.flatMap(([, value]) => value.members);
  const arrays = [...object.members, ...inside].filter(([, { kind }]) => kind === 'array');
  const headers = arrays.flatMap(([name, value]) => (isHeader(name, value) ? value.elements : []));
  for (const [name, value] of arrays) {
    const hasHeader = areRowsOf(value, headers);
    if (hasHeader || areRows(name, value)) {
      return { name, hasHeader };
    }
  }
  return undefined;
}

/** Whether a member with this name usually has the columns of a table. */
export function isHeaderName(name: string): boolean {
  return HEADER_NAMES.has(plainName(name));
}

function isHeader(name: string, { elements, strings, objects }: JsonOutline): boolean {
  return isHeaderName(name) && elements > 0 && (strings === elements || objects === elements);
}

/** Whether an array has nothing but arrays, with as many elements as one of the headers. */
function areRowsOf({ elements, arrays }: JsonOutline, headers: readonly number[]): boolean {
  // The text may end within the last one.
  const widths = new Set(arrays.filter(({ isWhole }) => isWhole).map((row) => row.elements));
  const [width = 0] = widths;
  return arrays.length === elements && widths.size === 1 && headers.includes(width);
}

/** Whether an array has nothing but arrays of scalars, too many for a row or with text among them. */
function areRows(name: string, { elements, arrays }: JsonOutline): boolean {
  const areFlat = arrays.every((row) => row.objects + row.arrays.length === 0);
  const areMany = elements > MAX_ARRAYS_IN_ROW && plainName(name) !== COORDINATES;
  const haveText = elements > 1 && arrays.some(({ strings }) => strings > 0);
  return arrays.length === elements && areFlat && (areMany || haveText);
}
