import { API_PATH } from '../../api/baseUrl.ts';
import { pathSegment } from '../../api/ids.ts';
import { escapedJson } from '../../base/json.ts';
import type { Account } from '../../model/account.ts';
import { CONTENT_TYPES } from '../../model/upload.ts';
import type { UploadFormat, UploadKind } from '../../model/upload.ts';

// Requests as commands for a POSIX shell. A variable of the shell stands for the secret, which the commands don't contain.

/** The account that sends the request. */
type Sender = Pick<Account, 'baseUrl' | 'method'>;

/** A file on a local disk, as it is sent. */
export interface CurlUpload {
  readonly entityId: string;
  readonly path: string;
  /** The file name in the request. */
  readonly name: string;
  readonly kind: UploadKind;
  readonly format: UploadFormat;
}

/** The request that starts a sync (contract, POST /connections/sync). */
export function curlForSync(sender: Sender, entityId: string): string {
  const body = ["--header 'Content-Type: application/json'", `--data ${quoted(asciiJson({ entityId }))}`];
  return curl(sender, '/connections/sync', body);
}

/** The request for a job's status. Undefined for an ID that can't be part of a path. */
export function curlForStatus(sender: Sender, syncId: string): string | undefined {
  const segment = pathSegment(syncId);
  return segment === undefined ? undefined : curl(sender, `/connections/sync/${segment}/status`, []);
}

/**
 * The request that uploads the file (contract, POST /dataloader/upload). In a JSON body, `jq` escapes the text of a CSV file.
 * Undefined if the ID, path or name has a character that a terminal interprets when it is pasted, even inside quotes.
 */
export function curlForUpload(sender: Sender, { entityId, path, name, kind, format }: CurlUpload): string | undefined {
  if (![entityId, path, name].every(isPasteable)) {
    return undefined;
  }
  const upload = '/dataloader/upload';
  if (format === 'multipart') {
    const file = `file=@${formValue(path)};filename=${formValue(name)};type=${CONTENT_TYPES[kind]}`;
    return curl(sender, upload, [`--form-string ${quoted(`entityId=${entityId}`)}`, `--form ${quoted(file)}`]);
  }
  const head = asciiJson({ entityId }).slice(0, -1);
  const body =
    kind === 'json'
      ? `{ printf '%s' ${quoted(`${head},"data":`)}; cat ${quoted(path)}; printf '}'; }`
      : `jq --raw-input --slurp --arg entityId ${quoted(entityId)} '{entityId: $entityId, data: .}' ${quoted(path)}`;
  const fromInput = ["--header 'Content-Type: application/json'", '--data-binary @-'];
  return `${body} |\n  ${curl(sender, upload, fromInput)}`;
}

function curl({ baseUrl, method }: Sender, path: string, body: readonly string[]): string {
  const url = baseUrl + API_PATH + path;
  // The brackets of an IPv6 address are no pattern for curl; those of a path are.
  const isPattern = /[[\]{}]/.test(new URL(url).pathname);
  return [`curl ${isPattern ? '--globoff ' : ''}${quoted(url)}`, AUTHENTICATION[method], ...body].join(' \\\n  ');
}

const AUTHENTICATION: Readonly<Record<Account['method'], string>> = {
  apiKey: '--header "x-api-key: $DATA_CONNECTIONS_KEY"',
  bearer: '--header "Authorization: Bearer $DATA_CONNECTIONS_KEY"',
  basic: '--user "$DATA_CONNECTIONS_EMAIL:$DATA_CONNECTIONS_KEY"',
};

/** One word of a shell, whatever the text contains. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A value of curl's `--form`, which would take a comma or semicolon for its end. */
function formValue(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** JSON without any character that a terminal interprets. */
function asciiJson(value: unknown): string {
  return escapedJson(value, /[\u007f-\uffff]/g);
}

/** Without control characters and characters that hide or reorder others. */
function isPasteable(text: string): boolean {
  return !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}
