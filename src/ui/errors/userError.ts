import { CancellationError } from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { SignInPrefill } from '../../app/session/signInPrefill.ts';
import type { ActionButton } from '../window/notifications.ts';
import { FailedAction } from './failedAction.ts';

interface UserErrorOptions extends ErrorOptions {
  /** Whether signing in resolves the error. */
  readonly offersSignIn?: boolean;
  /** What else the user can do about it. */
  readonly buttons?: readonly ActionButton[];
  /** Where to sign in; by default, to this window's account again. */
  readonly prefill?: SignInPrefill;
}

/** An error whose message is written for the user and shown unchanged, without a reference to the log. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly offersSignIn: boolean;
  readonly buttons: readonly ActionButton[];
  readonly prefill: SignInPrefill | undefined;

  constructor(message: string, { offersSignIn = false, buttons = [], prefill, ...options }: UserErrorOptions = {}) {
    super(message, options);
    this.offersSignIn = offersSignIn;
    this.buttons = buttons;
    this.prefill = prefill;
  }
}

/** Adds to the error of a request what it was for. Other errors stay as they are. */
export function withAction(error: unknown, sentence: string): unknown {
  return error instanceof ApiError ? new FailedAction(sentence, error) : error;
}

/** Whether the error only says that an operation was cancelled, by the user or by a newer operation. */
export function isCancellation(error: unknown): boolean {
  return error instanceof CancellationError || (error instanceof Error && error.name === 'AbortError');
}
