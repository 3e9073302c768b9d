import { l10n, Uri } from 'vscode';
import { rejectUnusableEntityId } from '../../api/ids.ts';
import type { UploadRequest } from '../../app/upload/uploadRequest.ts';
import { plainText } from '../../base/displayText.ts';
import { fieldsOf, isNullish, isObject } from '../../base/json.ts';
import { uniqueBy } from '../../base/lists.ts';
import { isUsableId } from '../../model/limits.ts';
import { UserError } from '../errors/userError.ts';

const OPTIONS: readonly string[] = ['entityId', 'format', 'confirm'];

/**
 * Parses the arguments of an upload command without its URIs, which menus, keyboard shortcuts, rows of the Connections view and other
 * extensions pass. Throws `UserError` for unknown arguments.
 */
export function readUploadArguments(args: readonly unknown[]): UploadRequest {
  const [first, ...others] = args.filter((argument) => !isNullish(argument) && !isTabLocation(argument));
  if (first === undefined) {
    return {};
  }
  if (others.length > 0) {
    throw new UserError(l10n.t('This command accepts only one object with options.'));
  }
  const { entityId, format, confirm } = isConnectionRow(first)
    ? { entityId: first.connection['entityId'], format: undefined, confirm: undefined }
    : readOptions(first);
  return {
    entityId: entityId === undefined ? undefined : readEntityId(entityId),
    format: format === undefined || format === 'multipart' || format === 'json' ? format : wrongValue('format'),
    skipsReview: confirm === undefined || typeof confirm === 'boolean' ? confirm === false : wrongValue('confirm'),
  };
}

interface UriArguments {
  /** Each once. */
  readonly uris: readonly Uri[];
  /** Whether the caller gave several, or a list of one: the command then returns a list as well. */
  readonly isList: boolean;
}

interface FileUploadArguments extends UriArguments {
  readonly request: UploadRequest;
}

/**
 * The files among the arguments of a command. Menus pass `(uri, uris)`; other callers pass one or more URIs, or a list of them. Throws
 * `UserError` if a list has anything but URIs, so that none is left out unnoticed, and for an empty list.
 */
function readUris(args: readonly unknown[]): UriArguments {
  const lists = args.filter((argument) => Array.isArray(argument)) as readonly (readonly unknown[])[];
  const listed = lists.flat();
  const given = [...listed, ...args].flatMap((argument) => toUri(argument) ?? []);
  if (listed.some((item) => toUri(item) === undefined) || (lists.length > 0 && given.length === 0)) {
    throw new UserError(l10n.t('A list that is passed to this command must contain URIs and nothing else.'));
  }
  const uris = uniqueBy(given, (uri) => uri.toString());
  return { uris, isList: uris.length > 1 || Array.isArray(args.find((argument) => !isNullish(argument))) };
}

/**
 * The files and the other arguments of a command that takes both. Throws like `readUploadArguments` and `readUris`, and says how to write a
 * URI if an argument may be meant as a file.
 */
export function readFileUploadArguments(args: readonly unknown[]): FileUploadArguments {
  const others = withoutUris(args);
  if (others.some((argument) => isText(argument) || isText(fieldsOf(argument)['scheme']))) {
    throw new UserError(
      l10n.t(
        'This command accepts files only as URIs. In a keyboard shortcut, a URI is an object such as {0}.',
        '{ "scheme": "file", "path": "/data/ledger.csv" }',
      ),
    );
  }
  return { request: readUploadArguments(others), ...readUris(args) };
}

/** The arguments other than URIs, for a command that takes URIs and options. */
function withoutUris(args: readonly unknown[]): readonly unknown[] {
  return args.filter((argument) => !Array.isArray(argument) && toUri(argument) === undefined);
}

/** The URI that a command for one file was called on, if any. Throws `UserError` for arguments that file menus don't pass. */
export function readUri(args: readonly unknown[]): Uri | undefined {
  const isOther = (argument: unknown): boolean => !isNullish(argument) && !isTabLocation(argument);
  const [uri, ...others] = readUris(args).uris;
  if (others.length > 0 || withoutUris(args).some(isOther)) {
    throw new UserError(l10n.t('This command accepts one URI and nothing else.'));
  }
  return uri;
}

/** A URI, also one from JSON, as `Uri.toJSON` returns it. */
function toUri(value: unknown): Uri | undefined {
  if (value instanceof Uri) {
    return value;
  }
  const { scheme, path, authority = '', query = '', fragment = '' } = fieldsOf(value);
  if (!isText(scheme) || scheme === '' || !isText(path) || !isText(authority) || !isText(query) || !isText(fragment)) {
    return undefined;
  }
  try {
    return Uri.from({ scheme, authority, path, query, fragment });
  } catch {
    // Its parts don't form a URI.
    return undefined;
  }
}

function readOptions(given: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(given) || Array.isArray(given) || given instanceof Uri) {
    return unknownArgument();
  }
  const unknown = Object.keys(given).find((name) => !OPTIONS.includes(name));
  return unknown === undefined ? given : unknownArgument(unknown);
}

function readEntityId(entityId: unknown): string {
  if (typeof entityId !== 'string' || entityId === '') {
    return wrongValue('entityId');
  }
  if (!isUsableId(entityId)) {
    throw new UserError(l10n.t('The ID can’t be used in a request.'));
  }
  // Before the user chooses and reviews files that can't be sent.
  rejectUnusableEntityId(entityId);
  return entityId;
}

/** `property`: the name of one that is unknown. */
function unknownArgument(property?: string): never {
  return refuse(property === undefined ? [] : [l10n.t('The property “{0}” is unknown.', plainText(property, 60))]);
}

function wrongValue(property: string): never {
  return refuse([l10n.t('The value of the property “{0}” is not valid.', property)]);
}

function refuse(reasons: readonly string[]): never {
  const accepted = l10n.t(
    'This command accepts an object with the optional properties “entityId”, “format” (“multipart” or “json”), and “confirm”.',
  );
  throw new UserError([...reasons, accepted].join(' '));
}

function isConnectionRow(argument: unknown): argument is { readonly connection: Readonly<Record<string, unknown>> } {
  return isObject(argument) && argument['kind'] === 'connection' && isObject(argument['connection']);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Where the tab of an editor is, as editor menus pass it after the URI. */
function isTabLocation(value: unknown): boolean {
  return isObject(value) && 'groupId' in value && !OPTIONS.some((name) => name in value);
}
