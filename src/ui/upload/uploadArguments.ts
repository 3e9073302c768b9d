import { l10n, Uri } from 'vscode';
import type { UploadRequest } from '../../app/upload/uploadFiles.ts';
import { isObject } from '../../base/json.ts';
import { UserError } from '../errors/userError.ts';

const DEFAULTS: UploadRequest = { entityId: undefined, format: undefined, isConfirmed: false };

/**
 * Parses the arguments of an upload command, which menus, keyboard shortcuts, rows of the Connections view and other extensions
 * pass. Throws `UserError` for unknown arguments.
 */
export function readUploadArguments(args: readonly unknown[]): UploadRequest {
  // Editor menus pass the document's URI and the location of its tab.
  const first = args.find((argument) => !isNullish(argument) && !(argument instanceof Uri) && !isTabLocation(argument));
  if (first === undefined) {
    return DEFAULTS;
  }
  const given = isObject(first) ? first : unknownArgument();
  const { entityId, format, confirm } =
    given['kind'] === 'connection' && isObject(given['connection'])
      ? { entityId: given['connection']['entityId'], format: undefined, confirm: undefined }
      : { entityId: given['entityId'], format: given['format'], confirm: given['confirm'] };
  return {
    entityId:
      entityId === undefined || (typeof entityId === 'string' && entityId !== '') ? entityId : unknownArgument(),
    format: format === undefined || format === 'multipart' || format === 'json' ? format : unknownArgument(),
    isConfirmed: confirm === undefined || typeof confirm === 'boolean' ? confirm === false : unknownArgument(),
  };
}

/**
 * The files among the arguments of a command, without duplicates. Menus pass `(uri, uris)`; other callers pass one or more URIs.
 * Throws `UserError` if a list has anything else among its URIs, so that none is left out unnoticed.
 */
export function readUris(args: readonly unknown[]): readonly Uri[] {
  const listed = args.filter((argument) => Array.isArray(argument)).flat() as readonly unknown[];
  const uris = [...listed, ...args].filter((argument) => argument instanceof Uri);
  if (uris.length > 0 && !listed.every((item) => item instanceof Uri)) {
    throw new UserError(l10n.t('This command accepts a list of URIs, but not all of these are URIs.'));
  }
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

/** The arguments other than URIs, for a command that takes URIs and options. */
export function withoutUris(args: readonly unknown[]): readonly unknown[] {
  return args.filter((argument) => !(argument instanceof Uri) && !Array.isArray(argument));
}

function unknownArgument(): never {
  throw new UserError(
    l10n.t(
      'This command accepts an object with the optional properties “entityId”, “format” (“multipart” or “json”), and “confirm”.',
    ),
  );
}

function isNullish(value: unknown): boolean {
  return value === undefined || value === null;
}

function isTabLocation(value: unknown): boolean {
  return isObject(value) && 'groupId' in value;
}
