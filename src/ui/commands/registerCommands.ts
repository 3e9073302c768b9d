import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { isNullish } from '../../base/json.ts';
import { UserError } from '../errors/userError.ts';
import { COMMAND_IDS, ROW_COMMAND_IDS } from './commandIds.ts';
import type { CommandId } from './commandIds.ts';

/**
 * Registers the commands. This is the only place that catches errors of commands: they are reported, and a caller of `executeCommand`
 * receives undefined. `begunAt` is when the command began, in ms of `performance.now()`.
 */
export function registerCommands(
  run: (id: CommandId, args: readonly unknown[]) => Promise<unknown>,
  report: (error: unknown, begunAt: number) => void,
): Disposable {
  const registrations = new DisposableStore();
  const rowCommands = new Set<CommandId>(ROW_COMMAND_IDS);
  for (const id of COMMAND_IDS) {
    registrations.add(
      vscode.commands.registerCommand(id, async (...args: readonly unknown[]): Promise<unknown> => {
        const begunAt = performance.now();
        try {
          if (rowCommands.has(id) && lacksItsRow(args)) {
            throw new UserError(
              vscode.l10n.t('The view was being updated, so VS Code could not tell which row was meant. Try again.'),
            );
          }
          return await run(id, args);
        } catch (error) {
          report(error, begunAt);
          return undefined;
        }
      }),
    );
  }
  return registrations;
}

/**
 * Whether a command of a row was run on one that VS Code did not pass. It passes the row and the selection, but neither while it reads
 * all rows of the view (microsoft/vscode#144250). Without this check, the command would ask which connection is meant, as from the
 * Command Palette.
 */
function lacksItsRow(args: readonly unknown[]): boolean {
  const [row, selection] = args;
  const hasSelection = Array.isArray(selection) ? !selection.every(isNullish) : !isNullish(selection);
  return args.length === 2 && isNullish(row) && !hasSelection;
}
