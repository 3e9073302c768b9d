import type { LogOutputChannel } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { Logger, Redactor } from '../../base/logger.ts';

/** Longer than any log message, so that the limit doesn't cut a secret in half. */
const MAX_RAW_LENGTH = 64_000;
const MAX_LINE_LENGTH = 2000;
const MAX_FRAMES = 30;

/**
 * The only log that writes to the output channel. Each call writes one line of limited length, without known secrets and
 * without control and bidirectional characters. Only stack frames are written on separate lines.
 */
export function createRedactingLog(channel: LogOutputChannel, redactor: Redactor): Logger {
  const line = (text: string): string =>
    // Redact again, because removing hidden characters may join the parts of a secret.
    redactor.redact(plainText(redactor.redact(text.slice(0, MAX_RAW_LENGTH)), MAX_LINE_LENGTH));
  return {
    debug: (message) => channel.debug(line(message)),
    info: (message) => channel.info(line(message)),
    warn: (message) => channel.warn(line(message)),
    error: (message, frames = []) =>
      channel.error([line(message), ...frames.slice(0, MAX_FRAMES).map((frame) => `    ${line(frame)}`)].join('\n')),
  };
}
