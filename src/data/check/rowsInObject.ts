import { MAX_MEMBER_DEPTH } from '../json/jsonListener.ts';
import type { JsonOutline } from '../json/jsonOutline.ts';
import type { Finding } from './dataProblem.ts';
import { canBeStored, isResponseName, isRowsName } from './responseNames.ts';

/** What is wrong with an object in place of the rows. */
export type ObjectFinding = Extract<Finding, { readonly code: 'oneObject' | 'rowsInObject' }>;

/** How many members that may have the rows are named. */
const MAX_NAMES = 10;

/** The arrays at one depth. */
class ArraysAtDepth {
  hasEmpty = false;
  /** How many have an object as their first element. */
  count = 0;
  /** The members of the object that have the first of them. */
  readonly names: string[] = [];
  hasNestedRows = false;
  isUncertain = false;
}

/**
 * Finds the rows in an object that is the text or a page of it, as APIs return them: `{"count":3,"data":[{…},{…},{…}]}`. They are in the only
 * member that is an array whose first element is an object. If there is none, they may be in the only such array one object further in, as in
 * `{"d":{"results":[{…}]}}`, or several, as in `{"data":{"orders":{"nodes":[{…}]}}}`.
 */
export class RowsInObject {
  /** By how far they are in the object, from its own members on. */
  readonly #depths = Array.from({ length: MAX_MEMBER_DEPTH }, () => new ArraysAtDepth());
  readonly #expectedName: string | undefined;
  /** The array that was begun last, and the member of the object that is or has it. */
  #name = '';
  #depth = 1;
  #isRepeated = false;
  #isInRows = false;
  #mayHoldRows = false;
  #isEmptyPage = false;
  #hasArrays = false;

  /** @param expectedName the member that had the rows in the objects before. */
  constructor(expectedName?: string) {
    this.#expectedName = expectedName;
  }

  /** Whether there is an array that may have rows. */
  get hasArrays(): boolean {
    return this.#hasArrays;
  }

  /** Whether the expected member is an array with nothing in it. */
  get isEmptyPage(): boolean {
    return this.#isEmptyPage;
  }

  /** An array begins. `isRepeated`: the object has a member with this name already, or too many to know. */
  beginArray(name: string, depth: number, isRepeated: boolean): void {
    this.#name = name;
    this.#depth = depth;
    this.#isRepeated = isRepeated;
    this.#isInRows = false;
    this.#hasArrays = true;
  }

  /** The first element of an array is an object. `isOfMember`: of the array that was begun last. */
  addFirstObject(isOfMember: boolean): void {
    this.#mayHoldRows = true;
    const arrays = isOfMember ? this.#arrays : undefined;
    if (arrays !== undefined) {
      this.#isInRows = true;
      arrays.count++;
      if (arrays.names.length < MAX_NAMES) {
        arrays.names.push(this.#name);
      }
      arrays.isUncertain ||= this.#isRepeated || this.#mayFollowDeeper(this.#name);
    }
  }

  /** That array has ended. */
  endArray(isEmpty: boolean): void {
    // It may be that of the rows, if there are none at the moment.
    this.#mayHoldRows ||= isEmpty;
    if (isEmpty && this.#arrays !== undefined && !isResponseName(this.#name)) {
      this.#arrays.hasEmpty = true;
    }
    this.#isEmptyPage ||= isEmpty && this.#name === this.#expectedName;
  }

  /** An element of the array that was begun last has a nested value. */
  addNestedValue(): void {
    if (this.#isInRows && this.#arrays !== undefined) {
      this.#arrays.hasNestedRows = true;
    }
  }

  /** A reader may take either of two members with the same name. */
  addDuplicate(name: string): void {
    for (const arrays of this.#depths) {
      arrays.isUncertain ||= arrays.names.includes(name);
    }
  }

  /** What is wrong with the object. `isWhole`: it was read to its end, without faults. */
  finding(isWhole: boolean): ObjectFinding {
    const index = this.#depths.findIndex(({ count }) => count > 0);
    const isCertain = index === 0;
    const { count = 0, names = [], isUncertain = false, hasNestedRows = false } = this.#depths[index] ?? {};
    const isKnown = !isUncertain && isWhole && !this.#depths.slice(0, index).some(({ hasEmpty }) => hasEmpty);
    const members = isKnown ? names.filter(canBeStored) : [];
    const [name] = members;
    if (count === 1 && name !== undefined) {
      return { code: 'rowsInObject', name, isCertain, hasNestedRows };
    }
    const isNamed = isCertain && members.length > 0;
    return { code: 'oneObject', mayHoldRows: this.#mayHoldRows, ...(isNamed && { members }) };
  }

  /** Whether another array may come before this one in its member, and would be sent in its place. */
  #mayFollowDeeper(name: string): boolean {
    return this.#depths.slice(this.#depth).some(({ count, names }) => names.includes(name) || count > names.length);
  }

  /** The arrays at the depth of the one that was begun last. */
  get #arrays(): ArraysAtDepth | undefined {
    return this.#depths[this.#depth - 1];
  }
}

/**
 * Whether an object around which there are no other rows is one although it has empty arrays, as in `{"id":1,"tags":[]}`, and not a response
 * without rows, as `{"count":0,"data":[]}`.
 */
export function isRowWithEmptyArrays({ members, isWhole }: JsonOutline): boolean {
  const isFlat = ({ kind, isEmpty, members: inner }: JsonOutline): boolean =>
    kind === 'array' ? isEmpty : inner.every(([, value]) => value.kind === 'scalar');
  const arrays = members.filter(([, { kind }]) => kind === 'array');
  const others = members.filter(([, { kind }]) => kind !== 'array');
  return (
    isWhole &&
    members.every(([, value]) => isFlat(value)) &&
    !arrays.some(([name]) => isRowsName(name)) &&
    others.some(([name]) => !isResponseName(name) && !isRowsName(name))
  );
}
