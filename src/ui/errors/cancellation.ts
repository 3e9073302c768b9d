import { CancellationError } from 'vscode';

/** Whether the error only says that the user (or a newer action of theirs) called something off. */
export function isCancellation(error: unknown): boolean {
  return error instanceof CancellationError || (error instanceof Error && error.name === 'AbortError');
}
