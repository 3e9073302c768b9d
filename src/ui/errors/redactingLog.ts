import type { LogOutputChannel } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { Logger, Redactor } from '../../base/logger.ts';

/** Longer than any line of ours, and so long that no secret within it is cut in half by the first cut. */
const MAX_RAW_LENGTH = 64_000;
const MAX_LINE_LENGTH = 2000;
const MAX_FRAMES = 30;

/**
 * The log's only way out: whatever it is given, each call writes one line without control and bidirectional characters, of
 * limited length and without any known secret. Only the frames of a stack are lines of their own, indented.
 */
export function createRedactingLog(channel: LogOutputChannel, redactor: Redactor): Logger {
  const line = (text: string): string =>
    // Once more behind the cleaning, which may join what hidden characters had parted.
    redactor.redact(plainText(redactor.redact(text.slice(0, MAX_RAW_LENGTH)), MAX_LINE_LENGTH));
  return {
    debug: (message) => channel.debug(line(message)),
    info: (message) => channel.info(line(message)),
    warn: (message) => channel.warn(line(message)),
    error: (message, frames = []) =>
      channel.error([line(message), ...frames.slice(0, MAX_FRAMES).map((frame) => `    ${line(frame)}`)].join('\n')),
  };
}
