/** An error whose message is already in the user's words: shown as it is, with nothing more to look up in the log. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
