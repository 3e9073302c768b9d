import { CancellationError } from 'vscode';

/** An error whose message is written for the user and shown unchanged, without a reference to the log. */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** Whether signing in resolves the error. */
  readonly offersSignIn: boolean;

  constructor(
    message: string,
    { offersSignIn = false, ...options }: ErrorOptions & { readonly offersSignIn?: boolean } = {},
  ) {
    super(message, options);
    this.offersSignIn = offersSignIn;
  }
}

/** Whether the error only says that an operation was cancelled, by the user or by a newer operation. */
export function isCancellation(error: unknown): boolean {
  return error instanceof CancellationError || (error instanceof Error && error.name === 'AbortError');
}
