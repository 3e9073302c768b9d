import { isObject } from '../../base/json.ts';
import { l10n } from 'vscode';
import { UserError } from '../errors/userError.ts';

/** What a command was called on, from a row, a selection of rows, or `{ entityId }` of another extension. */
export interface CommandTarget {
  readonly entityId: string;
  /** undefined where only an id was given. */
  readonly entityName: string | undefined;
  readonly lastSyncId: string | undefined;
  /** Whether it came from a row, which somebody sees, rather than as an id. */
  readonly isRow: boolean;
}

/** What VS Code, a keyboard shortcut or another extension called a command with, read without trusting any of it. */
export interface CommandTargets {
  readonly targets: readonly CommandTarget[];
  /** Whether the call named several, even if it was a list of one: the answer is then a list as well. */
  readonly isList: boolean;
}

/**
 * Reads a command's arguments. Undefined means it was called without a target, as from the Command Palette.
 * Throws `UserError` for arguments it does not know.
 */
export function readTargets(args: readonly unknown[]): CommandTargets | undefined {
  const [first, second] = args;
  // VS Code hands a row's command the row, then the whole selection where the row is part of one.
  const selection: unknown = Array.isArray(second) && second.length > 0 ? second : first;
  if (selection === undefined || selection === null) {
    return undefined;
  }
  const items: readonly unknown[] = Array.isArray(selection) ? selection : [selection];
  const targets = new Map<string, CommandTarget>();
  for (const target of items.filter((item) => !isGroup(item)).map(readTarget)) {
    targets.set(target.entityId, targets.get(target.entityId) ?? target);
  }
  return {
    targets: [...targets.values()],
    isList: Array.isArray(selection) && (selection !== second || items.length > 1),
  };
}

function readTarget(item: unknown): CommandTarget {
  const row = isObject(item) ? item : {};
  const isRow = row['kind'] === 'connection' || row['kind'] === 'job';
  const subject = row['kind'] === 'connection' ? row['connection'] : row['kind'] === 'job' ? row['job'] : row;
  const { entityId, entityName, lastSyncId, syncId }: Readonly<Record<string, unknown>> = isObject(subject)
    ? subject
    : {};
  if (typeof entityId !== 'string' || entityId === '') {
    throw new UserError(l10n.t('The command needs a connection, or an object with its "entityId".'));
  }
  return {
    entityId,
    entityName: isRow && typeof entityName === 'string' ? entityName : undefined,
    lastSyncId: textOrUndefined(row['kind'] === 'job' ? syncId : lastSyncId),
    isRow,
  };
}

function isGroup(item: unknown): boolean {
  return isObject(item) && item['kind'] === 'group';
}

function textOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
