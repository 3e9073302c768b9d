import { l10n } from 'vscode';
import { parseTargets } from '../../app/connections/connectionTargets.ts';
import type { TargetSelection } from '../../app/connections/connectionTargets.ts';
import { UserError } from '../errors/userError.ts';

/**
 * Parses the arguments of a command for connections or jobs. undefined if it was called without a target, as from the
 * Command Palette. Throws `UserError` for invalid arguments.
 */
export function readTargets(args: readonly unknown[]): TargetSelection | undefined {
  const selection = parseTargets(args);
  if (selection === 'invalid') {
    throw new UserError(l10n.t('This command requires a connection or an object with an "entityId".'));
  }
  return selection === 'none' ? undefined : selection;
}
