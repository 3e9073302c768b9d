import type { JsonOutline } from '../json/jsonOutline.ts';
import type { Finding } from './dataProblem.ts';
import { isPageName, isResponseName, isRowsName, mayBePageName } from './responseNames.ts';
import type { RowsInObject } from './rowsInObject.ts';

/** A row with more objects in an array would have a column for each value of each of them. */
const MAX_OBJECTS_IN_ROW = 20;

/**
 * Finds the rows in a text that is several objects, each a page of them, as from the calls of an API:
 * `[{"page":1,"data":[{…},{…}]},{"page":2,"data":[{…}]}]`. An order with its items has the same form, so the other members have to show
 * that the objects are pages.
 */
export class RowsInPages {
  /** What was found in the first page. */
  #first: { readonly name: string; readonly isCertain: boolean } | undefined;
  #hasNestedRows = false;
  #haveSameMember = true;

  /** Whether all objects so far have their rows in the same member. */
  get haveSameMember(): boolean {
    return this.#haveSameMember;
  }

  /** The member with the rows. */
  get name(): string | undefined {
    return this.#first?.name;
  }

  /** Adds an object that has ended. */
  add(object: RowsInObject): void {
    const found = object.finding(true);
    if (found.code === 'rowsInObject') {
      this.#first ??= found;
      this.#hasNestedRows ||= found.hasNestedRows;
      this.#haveSameMember = found.name === this.#first.name && found.isCertain === this.#first.isCertain;
    } else {
      // The last page may be empty.
      this.#haveSameMember = object.isEmptyPage;
    }
  }

  /**
   * What is wrong with the text; undefined if its objects are rows.
   *
   * @param names those of the members of all objects.
   * @param firstObject the beginning of the first one.
   */
  finding(names: readonly string[], firstObject: JsonOutline): Finding | undefined {
    const rows = this.#haveSameMember ? this.#first : undefined;
    const others = names.filter((name) => (rows === undefined ? !isRowsName(name) : name !== rows.name));
    const describeResponse = others.every((name) => isResponseName(name));
    const mayDescribePage = describeResponse && others.some((name) => mayBePageName(name));
    if (rows === undefined) {
      const hasArray = mostObjects(firstObject) > 0 || hasEmptyArray(firstObject);
      const isPage = mayDescribePage && others.length < names.length && hasArray;
      return isPage || mostObjects(firstObject) > MAX_OBJECTS_IN_ROW
        ? { code: 'rowsInPages', name: undefined, isCertain: false, isInInnerObject: false, hasNestedRows: false }
        : undefined;
    }
    const isNothingElse = others.length === 0 && rows.isCertain;
    const hasPageName = others.some((name) => isPageName(name));
    const isUsualName = isRowsName(rows.name) && (describeResponse || hasPageName);
    return mayDescribePage || isNothingElse || isUsualName || mostObjects(firstObject) > MAX_OBJECTS_IN_ROW
      ? {
          code: 'rowsInPages',
          name: rows.name,
          isCertain: rows.isCertain && ((describeResponse && hasPageName) || isNothingElse),
          isInInnerObject: !rows.isCertain,
          hasNestedRows: this.#hasNestedRows,
        }
      : undefined;
  }
}

/** Whether an object has too many others in an array for a row, or is around a single one that has. */
export function holdsRows(object: JsonOutline): boolean {
  return (
    mostObjects(object) > MAX_OBJECTS_IN_ROW ||
    object.members.some(([, { elements }]) => elements.length === 1 && elements.some(holdsRows))
  );
}

/**
 * What is wrong with what phpMyAdmin exports: objects that describe the export and the database, then one for each table, with its rows.
 * Undefined for anything else.
 */
export function findExportedTables({ members }: JsonOutline): Finding | undefined {
  const isPhpMyAdmin = members.some(([name, { written }]) => name === 'comment' && /phpmyadmin/i.test(written));
  const isHeader = members.some(([name, { written }]) => name === 'type' && written === '"header"');
  // Not certain: there may be several tables.
  return isPhpMyAdmin && isHeader
    ? { code: 'rowsInPages', name: 'data', isCertain: false, isInInnerObject: false, hasNestedRows: false }
    : undefined;
}

/** The most objects in an array that is a member, or that is one in an object that is a member. */
function mostObjects({ members }: JsonOutline): number {
  const values = members.map(([, value]) => value);
  const inside = values.flatMap((value) => value.members.map(([, inner]) => inner));
  const countObjects = ({ elements }: JsonOutline): number => elements.filter(({ kind }) => kind === 'object').length;
  return Math.max(0, ...[...values, ...inside].map(countObjects));
}

/** Whether a member that usually has the rows has none. */
function hasEmptyArray({ members }: JsonOutline): boolean {
  return members.some(([name, { kind, isEmpty }]) => kind === 'array' && isEmpty && isRowsName(name));
}
