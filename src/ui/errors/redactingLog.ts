import type { LogOutputChannel } from 'vscode';
import type { Logger } from '../../base/logger.ts';
import type { Redactor } from '../../base/redactor.ts';

/** The log's only way out: no line reaches the channel before every known secret has been taken out of it. */
export function createRedactingLog(channel: LogOutputChannel, redactor: Redactor): Logger {
  return {
    debug: (message) => channel.debug(redactor.redact(message)),
    info: (message) => channel.info(redactor.redact(message)),
    warn: (message) => channel.warn(redactor.redact(message)),
    error: (message) => channel.error(redactor.redact(message)),
  };
}
