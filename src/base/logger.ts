/**
 * Where the layers below `ui` write what happened, a line each. The sink redacts secrets and cleans every line; still, never
 * pass a body or a query string.
 */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  /** @param frames of a stack, without the message of the error. */
  error(message: string, frames?: readonly string[]): void;
}
