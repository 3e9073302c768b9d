import { l10n } from 'vscode';
import {
  hasSeveralArguments,
  hasUnknownProperty,
  isViewRow,
  parseTargets,
} from '../../app/connections/connectionTargets.ts';
import type { ConnectionTarget, ParsedTargets, TargetProblem } from '../../app/connections/connectionTargets.ts';
import type { AccountStore, KnownAccount } from '../../app/session/accountStore.ts';
import type { Session } from '../../app/session/session.ts';
import { fieldsOf, isNullish, isObject } from '../../base/json.ts';
import type { Account } from '../../model/account.ts';
import { UserError } from '../errors/userError.ts';

/**
 * Parses the arguments of a command for connections or jobs. Returns undefined if it was called without a target, for
 * example from the Command Palette. Throws `UserError` for invalid arguments.
 */
export function readTargets(args: readonly unknown[]): ParsedTargets | undefined {
  const selection = parseTargets(args);
  if (typeof selection !== 'string') {
    return selection;
  }
  if (selection !== 'none') {
    throw new UserError(problemText(selection));
  }
  return undefined;
}

/**
 * The connection that a single-connection command was called on, even if its row is part of a selection. Throws `UserError` without one,
 * and for invalid arguments.
 */
export function readTarget(args: readonly unknown[]): ConnectionTarget {
  assertOneArgument(args);
  const [first] = args;
  if (Array.isArray(first)) {
    throw new UserError(problemText('notATarget'));
  }
  const { target } = requireTargets([first]);
  return target;
}

/** Like `readTargets`, but throws `UserError` if there is no connection. `target` is the first of them. */
export function requireTargets(args: readonly unknown[]): ParsedTargets & { readonly target: ConnectionTarget } {
  const selection = readTargets(args);
  const [target] = selection?.targets ?? [];
  if (selection === undefined || target === undefined) {
    throw new UserError(l10n.t('Run this command on a row in the Connections or Jobs view.'));
  }
  return { ...selection, target };
}

/** The only argument of a command in the title of a view, as `argumentUnlessRow`. Throws `UserError` if there are several. */
export function readArgument(args: readonly unknown[]): unknown {
  assertOneArgument(args);
  return argumentUnlessRow(args[0]);
}

/** The argument of a command in the title of a view. VS Code passes the focused row to these, which counts as no argument. */
function argumentUnlessRow(argument: unknown): unknown {
  return argument === null || isViewRow(argument) ? undefined : argument;
}

/** Throws `UserError` if there are more arguments than a row and the selection, which VS Code passes. */
export function assertOneArgument(args: readonly unknown[]): void {
  if (hasSeveralArguments(args)) {
    throw new UserError(problemText('severalArguments'));
  }
}

function problemText(problem: TargetProblem): string {
  switch (problem) {
    case 'notATarget':
      return l10n.t('This command requires a connection, or an object with an “entityId” property.');
    case 'noConnection':
      return l10n.t('Select at least one connection.');
    case 'unusableId':
      return l10n.t('The ID can’t be used in a request.');
    case 'unknownProperty':
      return l10n.t('In an object, this command accepts only the “entityId” property.');
    case 'severalArguments':
      return l10n.t('This command accepts only one argument.');
  }
}

/**
 * The ID of the job that an argument of a command names: a row of the Jobs view, or `{ syncId }`. Undefined for any other argument.
 * Throws `UserError` for an object with an unknown property.
 */
function syncIdOf(argument: unknown): string | undefined {
  const job = isObject(argument) && isObject(argument['job']) ? argument['job'] : argument;
  const syncId = isObject(job) ? job['syncId'] : undefined;
  if (typeof syncId !== 'string' || syncId === '') {
    return undefined;
  }
  if (job === argument && hasUnknownProperty(argument)) {
    throw new UserError(l10n.t('In an object, this command accepts only the “syncId” property.'));
  }
  return syncId;
}

/** The ID of the one job that a command was called on, as `syncIdOf`. Throws `UserError` for any other arguments. */
export function readSyncId(args: readonly unknown[]): string {
  assertOneArgument(args);
  const syncId = syncIdOf(args[0]);
  if (syncId === undefined) {
    throw new UserError(l10n.t('This command requires a job, or an object with a “syncId” property.'));
  }
  return syncId;
}

/** The job or the connection that a command for both was called on. Throws `UserError` for any other arguments. */
export function readJobOrConnection(
  args: readonly unknown[],
): { readonly kind: 'job'; readonly syncId: string } | { readonly kind: 'connection'; readonly entityId: string } {
  assertOneArgument(args);
  const syncId = syncIdOf(args[0]);
  if (syncId !== undefined) {
    return { kind: 'job', syncId };
  }
  const { entityId } = fieldsOf(fieldsOf(args[0])['connection'] ?? args[0]);
  if (!isNullish(args[0]) && entityId === undefined) {
    throw new UserError(
      l10n.t('This command requires a connection or a job, or an object with an “entityId” or “syncId” property.'),
    );
  }
  return { kind: 'connection', entityId: readTarget(args).entityId };
}

/** The account that a command names by its ID; undefined if it names none. Throws `UserError` if no account has the ID. */
export function readAccount(argument: unknown, { all }: Pick<AccountStore, 'all'>): KnownAccount | undefined {
  const id = argumentUnlessRow(argument);
  const known = all.find(({ account }) => account.id === id);
  if (known === undefined && id !== undefined) {
    throw new UserError(l10n.t('No account with this ID is signed in.'));
  }
  return known;
}

/** The account that a command is run for. Throws a `UserError` that offers to sign in if there is none. */
export function requireAccount({ state }: Pick<Session, 'state'>): Account {
  if (state.kind === 'signedOut') {
    throw new UserError(l10n.t('You are not signed in.'), { offersSignIn: true });
  }
  return state.account;
}
