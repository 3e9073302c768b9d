import { isObject, tryParseJson } from '../../base/json.ts';
import { plainName } from '../check/responseNames.ts';
import { cleanedText } from './statements.ts';

/** What JSON says of one problem. */
type Part = 'row' | 'line' | 'index' | 'path' | 'column' | 'field' | 'value' | 'message';
type Parts = Partial<Record<Part, string>>;
/** What the outer object says of its problems is shown with them, but not read for each, which would take quadratic time. */
type Problem = Parts & { readonly outerMessage?: string };

/** The members that have a part, in lower case and without punctuation. If an object has several, the first counts. */
const MEMBERS: Readonly<Record<Part, readonly string[]>> = {
  row: ['row', 'rownumber', 'rownum', 'rowno', 'record', 'recordnumber'],
  line: ['line', 'linenumber', 'lineno'],
  index: ['index', 'rowindex', 'recordindex'],
  path: ['path', 'loc', 'pointer', 'instancepath', 'datapath'],
  column: ['column', 'columnname'],
  // May also be one of the request.
  field: ['field', 'fieldname', 'property', 'propertyname', 'attribute', 'key'],
  // Not “received”: it may be the type of the value.
  value: ['value', 'actual', 'actualvalue', 'input', 'rejectedvalue', 'attemptedvalue', 'invalidvalue', 'rawvalue'],
  message: ['message', 'msg', 'errormessage', 'detail', 'description', 'reason', 'error', 'messages', 'errors'],
};
const PARTS = Object.keys(MEMBERS) as Part[];
/** The members that have the problems, or more about one. Others may have values that are expected, or rows that were loaded. */
const INNER_MEMBERS = new Set([
  'error',
  'errors',
  'fielderrors',
  'validationerrors',
  'rowerrors',
  'problems',
  'issues',
  'violations',
  'failures',
  'detail',
  'details',
  'context',
  'body',
  'response',
]);

/** Deeper objects are not read. */
const MAX_DEPTH = 6;
/** How many brackets may be the beginning of the JSON: there may be one in the text before it. */
const MAX_STARTS = 2;
const NUMBER = /^\d{1,9}$/;

/** One problem that a message in JSON describes. */
export interface DescribedProblem {
  /** What the service says of it, or else the whole message. */
  readonly message: string;
  /** What it says as sentences that may be read like other messages, the clearest first. */
  readonly sentences: readonly string[];
}

/** The problems that a message describes in JSON, which may follow other text. */
export function problemsInJson(message: string): readonly DescribedProblem[] {
  const text = cleanedText(message);
  const parsed = Array.from(text.matchAll(/[[{]/g), ({ index }) => index)
    .slice(0, MAX_STARTS)
    .map((start) => tryParseJson(text.slice(start)))
    .find(isObject);
  return parsed === undefined
    ? []
    : problemsOf(parsed, {}, 0).map((problem) => ({
        message: cleanedText(problem.message ?? problem.outerMessage ?? text).trim(),
        sentences: sentencesOf(problem),
      }));
}

/** The problems in an array or an object. What the outer one says holds for each, such as the row. */
function problemsOf(value: Readonly<Record<string, unknown>>, outer: Problem, depth: number): readonly Problem[] {
  if (depth > MAX_DEPTH) {
    return [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((element: unknown) => problemsOfElement(element, outer, depth));
  }
  const own = partsOf(value);
  const { message, ...others } = own;
  const outerOfInner = { ...outer, ...others, ...(message !== undefined && { outerMessage: message }) };
  const inner = Object.entries(value).flatMap(([name, member]) =>
    isObject(member) ? problemsOfMember(plainName(name), member, outerOfInner, depth + 1) : [],
  );
  return inner.length === 0 && Object.keys(own).length > 0 ? [{ ...outer, ...own }] : inner;
}

function problemsOfMember(
  name: string,
  member: Readonly<Record<string, unknown>>,
  outer: Problem,
  depth: number,
): readonly Problem[] {
  if (!INNER_MEMBERS.has(name)) {
    return [];
  }
  const found = problemsOf(member, outer, depth);
  const mayBeByField = found.length === 0 && name.endsWith('errors') && !Array.isArray(member);
  return mayBeByField ? problemsByField(member, outer, depth) : found;
}

/** The problems of an object like `{"amount": ["is not a number"]}`. */
function problemsByField(value: Readonly<Record<string, unknown>>, outer: Problem, depth: number): readonly Problem[] {
  const members = Object.entries(value);
  return members.every(([, member]) => typeof member === 'string' || Array.isArray(member))
    ? members.flatMap(([field, member]) => problemsOfElement(member, { ...outer, field }, depth))
    : [];
}

/** A text is what the service says of the value, of the row, or of whatever the outer object describes. */
function problemsOfElement(element: unknown, outer: Problem, depth: number): readonly Problem[] {
  if (typeof element === 'string') {
    return [{ ...outer, message: element }];
  }
  return isObject(element) ? problemsOf(element, outer, depth + 1) : [];
}

function partsOf(object: Readonly<Record<string, unknown>>): Parts {
  const members = new Map(Object.entries(object).map(([name, member]) => [plainName(name), member]));
  const parts: Parts = {};
  for (const part of PARTS) {
    const text = MEMBERS[part].map((name) => textOf(part, members.get(name))).find((found) => found !== undefined);
    if (text !== undefined) {
      parts[part] = text;
    }
  }
  return parts;
}

function textOf(part: Part, member: unknown): string | undefined {
  if (part === 'path' && Array.isArray(member)) {
    return pathOf(member);
  }
  if (part === 'value' && member === null) {
    return '';
  }
  if (typeof member !== 'string' && typeof member !== 'number' && typeof member !== 'boolean') {
    return undefined;
  }
  const text = String(member);
  return (part === 'row' || part === 'line' || part === 'index') && !NUMBER.test(text) ? undefined : text;
}

/** `$[3]["amount"]` for `["body", 3, "amount"]`: the row and the column are the last two. */
function pathOf(path: readonly unknown[]): string | undefined {
  const [row, column] = path.slice(-2);
  const name = typeof column === 'string' ? inQuotes(column) : undefined;
  return typeof row === 'number' && name !== undefined ? `$[${row}][${name}]` : undefined;
}

function sentencesOf({ row, line, index, path, column, field, value, message }: Problem): readonly string[] {
  const rowNumber = row ?? index;
  const places = [
    path,
    labeled('row', rowNumber),
    rowNumber === undefined ? labeled('line', line) : line && `(line ${line})`,
    // A path has its own.
    path === undefined ? (labeled('column', column) ?? labeled('field', field)) : undefined,
  ];
  const place = places.filter((one) => one !== undefined).join(' ');
  const written = value === undefined ? undefined : inQuotes(value);
  return [
    ...(written === undefined ? [] : [`${place} value ${written} is invalid`]),
    ...(message === undefined ? [`${place} is invalid`] : [`${place}: ${message}`, message]),
  ].map((sentence) => sentence.replace(/^:? /, ''));
}

function labeled(word: string, text: string | undefined): string | undefined {
  const written = text === undefined || NUMBER.test(text) ? text : inQuotes(text);
  return written && `${word} ${written}`;
}

/** The text in quotes that it doesn't contain; undefined if it has all of them, or several lines. */
function inQuotes(text: string): string | undefined {
  const quote = ['"', '`'].find((one) => !text.includes(one));
  return quote === undefined || text.includes('\n') ? undefined : quote + text + quote;
}
