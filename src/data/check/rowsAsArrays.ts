import { tryParseJson } from '../../base/json.ts';
import type { ArrayRows } from '../../model/upload.ts';
import { areNames } from '../csv/headerNames.ts';
import { MAX_MEMBER_DEPTH } from '../json/jsonListener.ts';
import { firstArray, firstObject } from '../json/jsonOutline.ts';
import type { JsonOutline } from '../json/jsonOutline.ts';
import { canBeStored, namesIn, plainName } from './responseNames.ts';

/** Names of members that have a name or an object for each column. */
const HEADER_NAMES = namesIn(`
  columns cols columnheaders columnnames header headers headings fields fieldnames rowtype meta
`);

/** Names of members that have the name of a column, if it is described by an object. The first that is there has it. */
const NAME_NAMES = ['name', 'columnname', 'fieldname', 'field', 'title', 'label', 'id', 'text'] as const;

/** A row with more arrays in an array would have a column for each value of each of them. */
const MAX_ARRAYS_IN_ROW = 20;

/** The name of an array of points in GeoJSON, which may be a long part of a row. */
const COORDINATES = 'coordinates';

/** An array whose elements are rows. */
export interface RowsAsArrays {
  readonly name: string;
  /** Whether its object, or one around it, also has the columns. */
  readonly hasHeader: boolean;
  /** Undefined if it is not known which names the columns have. */
  readonly table: ArrayTable | undefined;
}

/** A table whose rows are arrays, and the names of its columns. */
export interface ArrayTable extends ArrayRows {
  readonly names: readonly string[];
}

/** An array in a member of an object, or of an object in it. */
interface FoundArray {
  readonly name: string;
  readonly value: JsonOutline;
  /** The member of the outer object. */
  readonly member: string;
  /** 1 for a member of the outer object. */
  readonly depth: number;
}

/**
 * The rows of a table that are arrays, as in `{"range":"A1:B3","values":[["id","name"],["1","a"],["2","b"]]}` or
 * `{"columns":["id","name"],"data":[[1,"a"]]}`: in a member of an object, or of an object in it. A matrix or a list of points has only numbers,
 * and no columns beside it.
 */
export function findRowsAsArrays(object: JsonOutline): RowsAsArrays | undefined {
  const arrays = object.members.flatMap(([member, value]) => arraysIn(member, value));
  const headers = arrays.filter(isHeader);
  for (const array of arrays.toSorted((one, other) => one.depth - other.depth)) {
    const { name, value } = array;
    const header = areArrays(value) ? headers.find((other) => areRowsOf(value, other.value)) : undefined;
    if (header !== undefined || areRows(name, value)) {
      const isFound = isFirstOfMember(array, arrays) && canBeStored(array.member);
      return { name, hasHeader: header !== undefined, table: isFound ? tableOf(array, header) : undefined };
    }
  }
  return undefined;
}

/**
 * The name of such rows in what looks like the first row of an object, or further inside, as in
 * `{"tables":[{"columns":["id","name"],"rows":[[1,"a"]]}]}`. Without columns beside them, they may be a part of a row if there are others.
 */
export function findArraysInRow({ members }: JsonOutline): string | undefined {
  for (const [, value] of members) {
    const [row, ...others] = value.elements;
    const found = row && findRowsAsArrays(row);
    if (found !== undefined && (found.hasHeader || others.length === 0)) {
      return found.name;
    }
    const name = findArraysInRow(row ?? value);
    if (name !== undefined) {
      return name;
    }
  }
  return undefined;
}

/** The table of arrays with which a text begins: in an object, or an array of arrays of which the first has the names of the columns. */
export function readArrayTable(start: string): ArrayTable | undefined {
  if (!start.trimStart().startsWith('[')) {
    const object = firstObject(start);
    return object && findRowsAsArrays(object)?.table;
  }
  const array = firstArray(start);
  const names = array && areArrays(array) ? namesInFirstOf(array.elements) : undefined;
  return names && { member: undefined, isInInnerObject: false, namesIn: undefined, names };
}

/** Whether a member with this name usually has the columns of a table. */
export function isHeaderName(name: string): boolean {
  return HEADER_NAMES.has(plainName(name));
}

/** The arrays in a member, in the order of the text. */
function arraysIn(member: string, value: JsonOutline, name = member, depth = 1): readonly FoundArray[] {
  if (value.kind === 'array') {
    return [{ name, value, member, depth }];
  }
  return depth === MAX_MEMBER_DEPTH
    ? []
    : value.members.flatMap(([innerName, inner]) => arraysIn(member, inner, innerName, depth + 1));
}

/** Whether `MemberRows` finds an array in its member. */
function isFirstOfMember(array: FoundArray, arrays: readonly FoundArray[]): boolean {
  const { member } = array;
  return arrays.find((other) => other.member === member && other.value.elements[0]?.kind === 'array') === array;
}

function tableOf({ value, member, depth }: FoundArray, header: FoundArray | undefined): ArrayTable | undefined {
  const names = header === undefined ? namesInFirstOf(value.elements) : columnNamesIn(header.value);
  return names && { member, isInInnerObject: depth > 1, namesIn: header?.name, names };
}

/** The names of the columns, if they are in the first array that has elements, and no array has more. */
function namesInFirstOf(arrays: readonly JsonOutline[]): readonly string[] | undefined {
  const [header, ...rows] = arrays.filter(({ isEmpty }) => !isEmpty);
  const names = header?.elements.map(stringOf);
  const areWidths = rows.every(({ elements }) => elements.length <= (names?.length ?? 0));
  const areStrings = names?.every((name) => name !== undefined) === true;
  return header?.isWhole === true && areStrings && rows.length > 0 && areWidths && areNames(names) ? names : undefined;
}

/** The names in a header, each a string or in a member of an object; undefined if they are not all different. */
function columnNamesIn({ elements }: JsonOutline): readonly string[] | undefined {
  const names = elements.flatMap((element) => (element.kind === 'object' ? nameIn(element) : stringOf(element)) ?? []);
  const areAll = names.length === elements.length && names.every((name) => name !== '' && canBeStored(name));
  return areAll && new Set(names).size === names.length ? names : undefined;
}

function nameIn({ members }: JsonOutline): string | undefined {
  const values = new Map(members.map(([name, value]) => [plainName(name), stringOf(value)]));
  const found = NAME_NAMES.find((name) => values.get(name) !== undefined);
  return found && values.get(found);
}

/** The value of a string; undefined if it is not a whole one. */
function stringOf({ written }: JsonOutline): string | undefined {
  const value = isString(written) ? tryParseJson(written) : undefined;
  return typeof value === 'string' ? value : undefined;
}

function isString(written: string): boolean {
  return written.startsWith('"');
}

function isHeader({ name, value: { elements } }: FoundArray): boolean {
  const areStrings = elements.every(({ written }) => isString(written));
  const areObjects = elements.every(({ kind }) => kind === 'object');
  return isHeaderName(name) && elements.length > 0 && (areStrings || areObjects);
}

function areArrays({ elements }: JsonOutline): boolean {
  return elements.every(({ kind }) => kind === 'array');
}

/** Whether one of the arrays has as many elements as the header. Others may lack values, or have too many, which the conversion keeps. */
function areRowsOf({ elements }: JsonOutline, header: JsonOutline): boolean {
  // The text may end within the last one.
  return elements.some((row) => row.isWhole && row.elements.length === header.elements.length);
}

/** Whether an array has nothing but arrays of scalars, too many for a row or with text among them. */
function areRows(name: string, array: JsonOutline): boolean {
  const { elements } = array;
  const areFlat = elements.every((row) => row.elements.every(({ kind }) => kind === 'scalar'));
  const areMany = elements.length > MAX_ARRAYS_IN_ROW && plainName(name) !== COORDINATES;
  const haveText = elements.length > 1 && elements.some((row) => row.elements.some(({ written }) => isString(written)));
  return areArrays(array) && areFlat && (areMany || haveText);
}
