import type { JsonOutline } from '../json/jsonOutline.ts';
import { namesIn, plainName } from './responseNames.ts';

/** Names of members that only a response to a failed request has. */
const ERRORS = namesIn(`
  error errors err fault exception odataerror errormessage errorcode errorsummary
`);
/** Names of members that say in words what happened. */
const MESSAGES = namesIn(`
  message msg detail details reason errormessage
`);
/** Names of members that say whether a request succeeded. */
const FLAGS = namesIn(`
  ok success succeeded issuccess
`);
const STATUSES = namesIn(`
  status state result type
`);
const CODES = namesIn(`
  status statuscode code httpstatus httpcode
`);
/** Names of all members of an error that is flat and in an array. */
const CODE_AND_MESSAGE = namesIn(`
  errorcode message
`);
/** Names of members that may have rows or a row, but not beside an error. */
const RESULTS = namesIn(`
  data results items value rows records
`);
/** Names of the other members that such a response has. */
const DETAILS = namesIn(`
  title description errordescription erroruri errortype errorname errorid errorlink errorcauses errordetails errorinfo
  displaymessage usermessage suggestedaction fields
  reasonphrase instance path method url timestamp time requestid traceid correlationid hint help documentationurl moreinfo
  links meta jsonrpc stack trace stacktrace extensions apiversion version
`);
const FAILED = /^"(?:error|fail|failed|failure|unauthorized|forbidden)"$/i;
/** The status codes of HTTP for errors, as a number or a text. */
const ERROR_CODE = /^"?[45]\d\d"?$/;
const NOTHING: ReadonlySet<string> = new Set(['null', 'false', '0', '""']);

/**
 * Whether an object is the error that an API returns instead of data, as in `{"error":{"code":401,"message":"…"}}`: it says that a request
 * failed, and has no member that such a response doesn't have. A row with a column `error` has other columns, too.
 *
 * @param isElement whether the object is in an array, in which only a member such as `error` shows that it is no row. If it is flat, the
 * service would accept it, so it has to be the code and the message of an error, and nothing else.
 */
export function isErrorResponse({ members, isWhole }: JsonOutline, isElement: boolean): boolean {
  const named = members.map(([name, value]) => [plainName(name), value] as const);
  const has = (names: ReadonlySet<string>, isMeant: (value: JsonOutline) => boolean = isFilled): boolean =>
    named.some(([name, value]) => names.has(name) && isMeant(value));
  const isRpc = named.some(([name]) => name === 'jsonrpc');
  const isOfResponse = ([name, value]: (typeof named)[number]): boolean =>
    [ERRORS, MESSAGES, FLAGS, STATUSES, CODES, DETAILS].some((names) => names.has(name)) ||
    (RESULTS.has(name) && !isFilled(value)) ||
    (name === 'id' && isRpc);
  const hasOnlyMessage = named.length === 1 && has(MESSAGES, ({ kind }) => kind === 'scalar');
  const saysThatItFailed =
    hasOnlyMessage ||
    has(FLAGS, ({ written }) => written === 'false') ||
    (has(MESSAGES) &&
      (has(STATUSES, ({ written }) => FAILED.test(written)) || has(CODES, ({ written }) => ERROR_CODE.test(written))));
  const isFlat = named.every(([, { kind }]) => kind === 'scalar');
  const isCodeWithMessage =
    named.length === 2 && named.every(([name, value]) => CODE_AND_MESSAGE.has(name) && isFilled(value));
  const isError = isElement ? has(ERRORS) && (!isFlat || isCodeWithMessage) : has(ERRORS) || saysThatItFailed;
  return isWhole && named.every(isOfResponse) && isError;
}

function isFilled({ written, kind, isEmpty }: JsonOutline): boolean {
  return kind === 'scalar' ? !NOTHING.has(written) : !isEmpty;
}
