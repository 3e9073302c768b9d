/** Where the layers below `ui` write what happened. The sink redacts secrets; still, never pass a body or a query string. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
