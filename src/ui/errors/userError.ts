import { CancellationError } from 'vscode';
import type { SignInPrefill } from '../../app/session/signInPrefill.ts';

interface UserErrorOptions extends ErrorOptions {
  /** Whether signing in resolves the error. */
  readonly offersSignIn?: boolean;
  /** Where to sign in; by default, to this window's account again. */
  readonly prefill?: SignInPrefill;
}

/** An error whose message is written for the user and shown unchanged, without a reference to the log. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly offersSignIn: boolean;
  readonly prefill: SignInPrefill | undefined;

  constructor(message: string, { offersSignIn = false, prefill, ...options }: UserErrorOptions = {}) {
    super(message, options);
    this.offersSignIn = offersSignIn;
    this.prefill = prefill;
  }
}

/** Whether the error only says that an operation was cancelled, by the user or by a newer operation. */
export function isCancellation(error: unknown): boolean {
  return error instanceof CancellationError || (error instanceof Error && error.name === 'AbortError');
}
