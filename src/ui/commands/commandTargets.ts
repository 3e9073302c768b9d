import { l10n } from 'vscode';
import { parseTargets } from '../../app/connections/connectionTargets.ts';
import type { ConnectionTarget, ParsedTargets } from '../../app/connections/connectionTargets.ts';
import { isObject } from '../../base/json.ts';
import { UserError } from '../errors/userError.ts';

/**
 * Parses the arguments of a command for connections or jobs. Returns undefined if it was called without a target, for
 * example from the Command Palette. Throws `UserError` for invalid arguments.
 */
export function readTargets(args: readonly unknown[]): ParsedTargets | undefined {
  const selection = parseTargets(args);
  if (selection === 'invalid') {
    throw new UserError(l10n.t('This command requires a connection, or an object with an “entityId” property.'));
  }
  return selection === 'none' ? undefined : selection;
}

/**
 * The connection that a command for one was called on, even if its row is part of a selection. Throws `UserError` without one, and for
 * invalid arguments.
 */
export function readTarget([first]: readonly unknown[]): ConnectionTarget {
  const [target] = readTargets([first])?.targets ?? [];
  if (target === undefined) {
    throw new UserError(l10n.t('Run this command on a row in the Connections or Jobs view.'));
  }
  return target;
}

/** The ID of the job that an argument of a command names: a row of the Jobs view, or `{ syncId }`. Undefined for any other argument. */
export function syncIdOf(argument: unknown): string | undefined {
  const job = isObject(argument) && isObject(argument['job']) ? argument['job'] : argument;
  const syncId = isObject(job) ? job['syncId'] : undefined;
  return typeof syncId === 'string' && syncId !== '' ? syncId : undefined;
}

/** Like `syncIdOf`. Throws `UserError` for an argument that names no job. */
export function readSyncId(argument: unknown): string {
  const syncId = syncIdOf(argument);
  if (syncId === undefined) {
    throw new UserError(l10n.t('This command requires a job, or an object with a “syncId” property.'));
  }
  return syncId;
}
