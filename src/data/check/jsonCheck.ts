import type { TotalsRequest } from '../../model/columnTotals.ts';
import { firstObject } from '../json/jsonOutline.ts';
import { JsonKeys } from '../json/jsonKeys.ts';
import { JsonScanner } from '../json/jsonScanner.ts';
import type { TextPosition } from '../text/textPosition.ts';
import type { KindCheck, KindFindings } from './checkResult.ts';
import type { ProblemList } from './dataProblem.ts';
import { JsonValues } from '../totals/jsonValues.ts';
import { isErrorResponse } from './errorResponse.ts';
import { FirstJsonRows } from './firstRows.ts';
import { hasRowsByKey } from './rowsByKey.ts';
import { RowsInObject } from './rowsInObject.ts';

/** How many different keys of a row a problem names. */
const NAMED_KEYS = 5;

/** Checks that bytes are a JSON array of flat objects (contract, POST /dataloader/upload). */
export class JsonCheck implements KindCheck {
  readonly #problems: ProblemList;
  readonly #keys = new JsonKeys();
  readonly #values: JsonValues | undefined;
  readonly #firstRows = new FirstJsonRows();
  readonly #rowsInObject = new RowsInObject();
  readonly #scanner: JsonScanner;
  #rows = 0;
  #roots = 0;
  #isArray = false;
  #hasFault = false;
  #hasNested = false;
  #rootObject: TextPosition | undefined;
  /** The first element of the root array. */
  #firstElement: TextPosition | undefined;

  constructor(problems: ProblemList, totals: TotalsRequest) {
    this.#problems = problems;
    this.#values = totals === false ? undefined : new JsonValues(totals);
    this.#scanner = new JsonScanner(
      {
        onRoot: (kind, position) => {
          this.#roots++;
          this.#isArray = kind === 'array';
          if (kind === 'object') {
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
          if (this.#rows === 1) {
            this.#firstElement = position();
          }
          if (kind !== 'object') {
            problems.add({ code: 'notObjects', rowNumber: this.#rows }, position);
          }
        },
        onRowEnd: (start, end, position) => {
          this.#firstRows.add(start, end);
          if (this.#keys.endRow()) {
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
          this.#values?.addBooleanOrNested(this.#keys.column, undefined);
          problems.add({ code: 'nestedValue', name, rowNumber: this.#rows }, position);
        },
        onMemberArray: (name, _start, depth) => this.#rowsInObject.beginArray(name, depth, this.#keys.column < 0),
        onMemberArrayEnd: (_end, isEmpty) => this.#rowsInObject.endArray(isEmpty),
        onFirstObject: (isOfMember) => this.#rowsInObject.addFirstObject(isOfMember),
        onNestedInElement: () => this.#rowsInObject.addNestedValue(),
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
      this.#values,
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
      totals: this.#values?.read(columns, this.#rows),
    };
  }

  /** Adds what is wrong with a text that is one object, or an array of one: whether it is a row at all, and where the rows are. */
  #addObjectProblems(): void {
    const rootObject = this.#roots === 1 ? this.#rootObject : undefined;
    const onlyRow = rootObject ?? (this.#rows === 1 && this.#hasNested ? this.#firstElement : undefined);
    const found = rootObject && this.#rowsInObject.finding(!this.#hasFault);
    const row = onlyRow && !this.#hasFault ? firstObject(this.#firstRows.start) : undefined;
    const hasRows = found?.code === 'rowsInObject' && found.isCertain;
    const isTable = row !== undefined && !hasRows && hasRowsByKey(row);
    if (row !== undefined && onlyRow !== undefined && (isTable || isErrorResponse(row))) {
      this.#problems.add({ code: isTable ? 'rowsByKey' : 'errorResponse' }, onlyRow);
    }
    if (rootObject !== undefined && found !== undefined) {
      this.#problems.add(isTable ? { code: 'oneObject', mayHoldRows: true } : found, rootObject);
    }
  }
}
