import { l10n, Uri } from 'vscode';
import type { UploadFormat } from '../../model/upload.ts';
import { UserError } from '../errors/userError.ts';

/** What an upload command was called with. */
export interface UploadArguments {
  /** The target; undefined: the user picks one. */
  readonly entityId: string | undefined;
  /** undefined: as the setting says. */
  readonly format: UploadFormat | undefined;
  /** Whether the caller answers for the upload, so that it is sent without a review. What blocks still blocks. */
  readonly isConfirmed: boolean;
}

/**
 * Reads what a menu, a keyboard shortcut, a row of the Connections view or another extension called the command with.
 * Throws `UserError` for arguments it does not know.
 */
export function readUploadArguments([first]: readonly unknown[]): UploadArguments {
  // A menu of the editor hands over the document's URI, which says nothing that the active editor doesn't.
  if (first === undefined || first === null || first instanceof Uri) {
    return { entityId: undefined, format: undefined, isConfirmed: false };
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

function unknownArgument(): never {
  throw new UserError(
    l10n.t('Upload takes an object with "entityId", "format" ("multipart" or "json") and "confirm", each optional.'),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
