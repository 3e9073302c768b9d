import type { TotalsRequest } from '../../model/columnTotals.ts';
import { firstObject } from '../json/jsonOutline.ts';
import type { JsonOutline } from '../json/jsonOutline.ts';
import { JsonKeys } from '../json/jsonKeys.ts';
import { JsonScanner } from '../json/jsonScanner.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { JsonTotals } from '../totals/jsonTotals.ts';
import type { KindCheck, KindFindings } from './checkResult.ts';
import type { Finding } from './dataProblem.ts';
import type { ProblemList } from './problemList.ts';
import { hasBulkActions } from './bulkActions.ts';
import { JsonErrorValues } from './errorValues.ts';
import { FirstJsonRows } from './firstRows.ts';
import { findArraysInRow, readArrayTable } from './rowsAsArrays.ts';
import { isRowWithEmptyArrays, RowsInObject } from './rowsInObject.ts';
import type { ObjectFinding } from './rowsInObject.ts';
import { findExportedTables, holdsRows, RowsInPages } from './rowsInPages.ts';
import { arraysFinding, unlikelyRow } from './unlikelyRow.ts';

/** How many different keys of a row a problem names. */
const NAMED_KEYS = 5;

const ONE_OBJECT_OF_ROWS: Finding = { code: 'oneObject', mayHoldRows: true };

/** Checks that bytes are a JSON array of flat objects (contract, POST /dataloader/upload). */
export class JsonCheck implements KindCheck {
  readonly #problems: ProblemList;
  readonly #keys = new JsonKeys();
  readonly #totals: JsonTotals | undefined;
  readonly #errors = new JsonErrorValues();
  readonly #firstRows = new FirstJsonRows();
  /** What was found in the object that is being read. */
  #rowsInObject = new RowsInObject();
  readonly #rowsInPages = new RowsInPages();
  readonly #scanner: JsonScanner;
  #rows = 0;
  #roots = 0;
  #isArray = false;
  #hasFault = false;
  #hasNested = false;
  /** Whether the first row, the third and so on have the same keys, and those between them have others. */
  #alternates = true;
  /** Whether the first object looks like a page. */
  #isFirstPage = false;
  #readsPages = true;
  #firstObject: JsonOutline | undefined;
  #rootObject: TextPosition | undefined;
  /** The first element of the root array. */
  #firstElement: TextPosition | undefined;
  /** How many elements of the root array are arrays. */
  #arrays = 0;

  constructor(problems: ProblemList, totals: TotalsRequest) {
    this.#problems = problems;
    this.#totals = totals === false ? undefined : new JsonTotals(totals);
    this.#scanner = new JsonScanner(
      {
        onRoot: (kind, position) => {
          this.#roots++;
          this.#isArray = kind === 'array';
          if (kind === 'object') {
            this.#beginObject();
            this.#rows++;
            if (this.#roots === 1) {
              this.#rootObject = position();
            } else if (this.#roots === 2) {
              problems.add({ code: 'jsonLines' }, position);
            }
          } else if (kind === 'scalar') {
            problems.add({ code: 'notAnArray' }, position);
          }
        },
        onElement: (kind, position) => {
          this.#rows++;
          this.#beginObject();
          if (this.#rows === 1) {
            this.#firstElement = position();
          }
          this.#arrays += kind === 'array' ? 1 : 0;
          if (kind !== 'object') {
            problems.add({ code: 'notObjects', rowNumber: this.#rows }, position);
          }
        },
        onRowEnd: (start, end, position) => {
          this.#firstRows.add(start, end);
          if (this.#readsPages) {
            this.#addPage();
          }
          const hasOtherKeys = this.#keys.endRow();
          this.#alternates &&= hasOtherKeys === (this.#rows % 2 === 0);
          if (hasOtherKeys) {
            const describe = () =>
              ({ code: 'differentKeys', rowNumber: this.#rows, ...this.#keys.difference(NAMED_KEYS) }) as const;
            problems.addLazily('differentKeys', describe, position);
          }
        },
        onDuplicateKey: (name, position) => {
          this.#rowsInObject.addDuplicate(name);
          problems.add({ code: 'duplicateKey', name, rowNumber: this.#rows }, position);
        },
        onNested: (name, position) => {
          this.#hasNested = true;
          this.#totals?.addNested(this.#keys.column);
          problems.add({ code: 'nestedValue', name, rowNumber: this.#rows }, position);
        },
        onMemberArray: (name, _start, depth) => this.#rowsInObject.beginArray(name, depth, this.#keys.column < 0),
        onMemberArrayEnd: (_end, isEmpty) => this.#rowsInObject.endArray(isEmpty),
        onFirstObject: (isOfMember) => this.#rowsInObject.addFirstObject(isOfMember),
        onNestedInElement: () => this.#rowsInObject.addNestedValue(),
        onNumberSign: (column, name, written, position) => {
          const found = this.#errors.add(column, written);
          if (found !== undefined) {
            problems.add({ code: 'errorValue', name, found }, position);
          }
        },
        onImpreciseNumber: (name, found, position) =>
          problems.addLazily(
            'impreciseNumber',
            () => ({ code: 'impreciseNumber', name, rowNumber: this.#rows, found: found() }),
            position,
          ),
        onFault: (fault, found, position) => {
          this.#hasFault = true;
          problems.add({ code: 'notJson', fault, found }, position);
        },
      },
      this.#keys,
      this.#totals,
    );
  }

  push(bytes: Uint8Array): void {
    this.#firstRows.push(bytes);
    this.#scanner.push(bytes);
  }

  position(): TextPosition {
    return this.#scanner.position();
  }

  end(): KindFindings {
    this.#scanner.end();
    this.#addObjectProblems();
    this.#addArrayTable();
    if (this.#isArray && this.#rows === 0 && !this.#hasFault) {
      this.#problems.add({ code: 'noRows' }, { line: 1, column: 1 });
    }
    const columns = this.#keys.names;
    return {
      rows: this.#rows,
      columns,
      delimiter: undefined,
      lineEnding: undefined,
      firstRows: this.#firstRows.read(columns),
      decimalCommas: undefined,
      thousandsCommas: undefined,
      totals: this.#totals?.read(columns, this.#rows),
    };
  }

  /** Begins a row, which may be an object around the rows. */
  #beginObject(): void {
    if (this.#readsPages && this.#rowsInObject.hasArrays) {
      this.#rowsInObject = new RowsInObject(this.#rowsInPages.name);
    }
  }

  /** Adds an object that has ended, which may be a page. If the objects are not pages, the arrays in the others don't matter. */
  #addPage(): void {
    const pages = this.#rowsInPages;
    pages.add(this.#rowsInObject);
    if (this.#rows === 1 && this.#hasNested) {
      const object = this.#readFirstObject();
      this.#isFirstPage = object !== undefined && pages.finding(this.#keys.names, object) !== undefined;
    }
    this.#readsPages = this.#isFirstPage && pages.haveSameMember;
    if (!this.#readsPages) {
      this.#scanner.ignoreMembers();
    }
  }

  /** Whether every other object is an action: in the beginning, where their values are read, and by their keys everywhere. */
  get #hasBulkActions(): boolean {
    const areWhole = !this.#hasFault && this.#rows > 0 && this.#rows % 2 === 0;
    return areWhole && this.#alternates && this.#hasNested && hasBulkActions(this.#firstRows.start);
  }

  #readFirstObject(): JsonOutline | undefined {
    if (this.#firstObject?.isWhole !== true) {
      this.#firstObject = firstObject(this.#firstRows.start);
    }
    return this.#firstObject;
  }

  /** Adds what shows that the objects of the text are not its rows, and where these are. */
  #addObjectProblems(): void {
    if (this.#rootObject !== undefined && this.#hasBulkActions) {
      this.#problems.remove('differentKeys');
      this.#problems.add({ code: 'bulkActions' }, this.#rootObject);
      return;
    }
    const position = this.#rootObject ?? this.#firstElement;
    if (position === undefined || !(this.#rows === 1 || this.#hasNested)) {
      return;
    }
    for (const finding of this.#rows === 1 ? this.#findInOnlyObject() : [this.#findInObjects()]) {
      if (finding !== undefined) {
        this.#problems.add(finding, position);
      }
    }
  }

  /** What shows that the only object is not the only row: it is the text, or the only element of an array. */
  #findInOnlyObject(): readonly (Finding | undefined)[] {
    const isRoot = this.#rootObject !== undefined && this.#roots === 1;
    const around = isRoot ? this.#rowsInObject.finding(!this.#hasFault) : undefined;
    const object = this.#hasFault ? undefined : this.#readFirstObject();
    if (object === undefined) {
      return [around];
    }
    const unlikely = unlikelyRow(object, around, !isRoot);
    if (unlikely !== undefined) {
      return [unlikely, around && unlikely.code !== 'errorResponse' ? ONE_OBJECT_OF_ROWS : around];
    }
    const arrays = findArraysInRow(object);
    return [
      arrays === undefined ? undefined : arraysFinding(arrays, undefined),
      isRoot ? undefined : this.#findPages(object),
      around && describeAround(around, object),
    ];
  }

  /** What shows that several objects are not rows. */
  #findInObjects(): Finding | undefined {
    const object = this.#hasFault ? undefined : this.#readFirstObject();
    return object && (this.#findPages(object) ?? findExportedTables(object));
  }

  #findPages(firstPage: JsonOutline): Finding | undefined {
    return this.#isFirstPage ? this.#rowsInPages.finding(this.#keys.names, firstPage) : undefined;
  }

  /** Adds one problem instead of one for each row if all rows are arrays, of which the first has the names of the columns. */
  #addArrayTable(): void {
    const areArrays = this.#arrays > 0 && this.#arrays === this.#rows && !this.#hasFault;
    const table = areArrays ? readArrayTable(this.#firstRows.start) : undefined;
    if (table !== undefined && this.#firstElement !== undefined) {
      this.#problems.remove('notObjects');
      this.#problems.add(arraysFinding(undefined, table), this.#firstElement);
    }
  }
}

/**
 * The finding about an object, which may be a row although it has empty arrays, and whose rows may be inside of what looks like its rows, as in
 * `{"results":[{"columns":[…],"items":[{…},{…}]}]}`.
 */
function describeAround(found: ObjectFinding, object: JsonOutline): ObjectFinding {
  if (found.code === 'rowsInObject' && found.isCertain) {
    const rows = object.members.find(([name]) => name === found.name)?.[1].elements;
    return rows?.[0] !== undefined && holdsRows(rows[0])
      ? { code: 'oneObject', mayHoldRows: true, members: [found.name] }
      : found;
  }
  const mayHoldRows = found.code === 'oneObject' && found.mayHoldRows;
  return mayHoldRows && isRowWithEmptyArrays(object) ? { ...found, isLikelyRow: true } : found;
}
