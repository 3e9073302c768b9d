import type { JsonOutline } from '../json/jsonOutline.ts';
import { plainName } from './responseNames.ts';

/** Names of members that only a response to a failed request has. */
const ERRORS: ReadonlySet<string> = new Set([
  ...['error', 'errors', 'err', 'fault', 'exception', 'odataerror', 'errormessage', 'errorcode', 'errorsummary'],
]);
/** Names of members that say in words what happened. */
const MESSAGES: ReadonlySet<string> = new Set(['message', 'msg', 'detail', 'details', 'reason', 'errormessage']);
/** Names of members that say whether a request succeeded. */
const FLAGS: ReadonlySet<string> = new Set(['ok', 'success', 'succeeded', 'issuccess']);
const STATUSES: ReadonlySet<string> = new Set(['status', 'state', 'result', 'type']);
const CODES: ReadonlySet<string> = new Set(['status', 'statuscode', 'code', 'httpstatus', 'httpcode']);
/** Names of members that may have rows or a row, but not beside an error. */
const RESULTS: ReadonlySet<string> = new Set(['data', 'results', 'items', 'value', 'rows', 'records']);
/** Names of the other members that such a response has. */
const DETAILS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'errordescription', 'erroruri', 'errortype', 'errorname', 'errorid', 'errorlink'],
  ...['errorcauses', 'errordetails', 'errorinfo', 'reasonphrase', 'instance', 'path', 'method', 'url', 'timestamp'],
  ...['time', 'requestid', 'traceid', 'correlationid', 'hint', 'help', 'documentationurl', 'moreinfo', 'links'],
  ...['meta', 'jsonrpc', 'stack', 'trace', 'stacktrace', 'extensions', 'apiversion', 'version'],
]);
const FAILED = /^"(?:error|fail|failed|failure|unauthorized|forbidden)"$/i;
/** The status codes of HTTP for errors, as a number or a text. */
const ERROR_CODE = /^"?[45]\d\d"?$/;
const NOTHING: ReadonlySet<string> = new Set(['null', 'false', '0', '""']);

/**
 * Whether an object is the error that an API returns instead of data, as in `{"error":{"code":401,"message":"…"}}`: it says that a request
 * failed, and has no member that such a response doesn't have. A row with a column `error` has other columns, too.
 */
export function isErrorResponse({ members }: JsonOutline): boolean {
  const named = members.map(([name, value]) => [plainName(name), value] as const);
  const has = (names: ReadonlySet<string>, isMeant: (value: JsonOutline) => boolean = isFilled): boolean =>
    named.some(([name, value]) => names.has(name) && isMeant(value));
  const isRpc = named.some(([name]) => name === 'jsonrpc');
  const isOfResponse = ([name, value]: (typeof named)[number]): boolean =>
    [ERRORS, MESSAGES, FLAGS, STATUSES, CODES, DETAILS].some((names) => names.has(name)) ||
    (RESULTS.has(name) && !isFilled(value)) ||
    (name === 'id' && isRpc);
  const hasOnlyMessage = named.length === 1 && has(MESSAGES);
  const hasFailed =
    has(ERRORS) ||
    has(FLAGS, ({ written }) => written === 'false') ||
    (has(MESSAGES) &&
      (has(STATUSES, ({ written }) => FAILED.test(written)) || has(CODES, ({ written }) => ERROR_CODE.test(written))));
  return named.every(isOfResponse) && (hasFailed || hasOnlyMessage);
}

function isFilled({ written, kind, isEmpty }: JsonOutline): boolean {
  return kind === 'scalar' ? !NOTHING.has(written) : !isEmpty;
}
