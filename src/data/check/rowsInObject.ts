import type { Finding } from './dataProblem.ts';

/** A longer name of a member is hardly one of rows, and is not stored with each upload. */
const MAX_NAME_LENGTH = 1_000;

/**
 * Finds the rows in a text that is one object, as APIs return them: `{"count":3,"data":[{…},{…},{…}]}`. They are in the only member that is an
 * array whose first element is an object.
 */
export class RowsInObject {
  /** The member that is an array and was read last. */
  #name = '';
  #start = 0;
  #isRepeated = false;
  #isInRows = false;
  /** The first member whose array begins with an object. */
  #rowsName: string | undefined;
  #arraysOfObjects = 0;
  #hasNestedRows = false;
  #isUncertain = false;
  #mayHoldRows = false;

  /** A member is an array, from this offset on. `isRepeated`: the object has a member with this name already, or too many to know. */
  beginArray(name: string, start: number, isRepeated: boolean): void {
    this.#name = name;
    this.#start = start;
    this.#isRepeated = isRepeated;
    this.#isInRows = false;
  }

  /** The first element of an array is an object. */
  addFirstObject(isOfMember: boolean): void {
    this.#mayHoldRows = true;
    if (isOfMember) {
      this.#isInRows = true;
      this.#arraysOfObjects++;
      this.#rowsName ??= this.#name;
      this.#isUncertain ||= this.#isRepeated;
    }
  }

  /** That array has ended before this offset. */
  endArray(end: number): void {
    // An empty one may be that of the rows, if there are none at the moment.
    this.#mayHoldRows ||= end - this.#start === '[]'.length;
  }

  /** An element of the array that was begun last has a nested value. */
  addNestedValue(): void {
    this.#hasNestedRows ||= this.#isInRows;
  }

  /** A reader may take either of two members with the same name. */
  addDuplicate(name: string): void {
    this.#isUncertain ||= name === this.#rowsName;
  }

  /** What is wrong with the text. `isWhole`: the object was read to its end, without faults. */
  finding(isWhole: boolean): Finding {
    const name = this.#arraysOfObjects === 1 && !this.#isUncertain && isWhole ? this.#rowsName : undefined;
    // In another encoding than UTF-8, the name is not known.
    return name === undefined || name.length > MAX_NAME_LENGTH || name.includes('\uFFFD')
      ? { code: 'oneObject', mayHoldRows: this.#mayHoldRows }
      : { code: 'rowsInObject', name, hasNestedRows: this.#hasNestedRows };
  }
}
