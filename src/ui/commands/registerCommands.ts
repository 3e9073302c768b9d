import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { COMMAND_IDS } from './commandIds.ts';
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
  for (const id of COMMAND_IDS) {
    registrations.add(
      vscode.commands.registerCommand(id, async (...args: readonly unknown[]): Promise<unknown> => {
        const begunAt = performance.now();
        try {
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
