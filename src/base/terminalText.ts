import { plainText } from './displayText.ts';
import { WORD_JOINER } from './sinkText.ts';
import type { TextFor } from './sinkText.ts';

export type TerminalText = TextFor<'terminal'>;

const TERMINAL_COLORS = { red: 31, green: 32, yellow: 33 } as const;

interface TerminalOptions {
  /** In spaces. */
  readonly indent?: number;
  readonly color?: keyof typeof TERMINAL_COLORS | undefined;
}

/**
 * For one line of a terminal, which would interpret control characters. A problem matcher finds no location in it: for a problem,
 * use `terminalProblem`.
 */
export function terminalText(text: string, { indent = 0, color }: TerminalOptions = {}): TerminalText {
  const line = ' '.repeat(indent) + withoutLocations(plainText(text, 600));
  return (color === undefined ? line : `\u001B[${TERMINAL_COLORS[color]}m${line}\u001B[39m`) as TerminalText;
}

export interface ProblemLocation {
  /** The full path of the file. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
}

/** A problem as the problem matcher `$dataConnections-check` reads it. */
export function terminalProblem(
  { path, line, column, severity, code }: ProblemLocation,
  message: string,
): TerminalText {
  const name = path.slice(0, 4000).replace(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/gu, '\uFFFD');
  const what = withoutLocations(plainText(message, 600));
  return `${name}:${line}:${column}: ${severity} ${code}: ${what}` as TerminalText;
}

/** Breaks up `:12:3`, which a problem matcher would read as a line and a column. */
function withoutLocations(text: string): string {
  return text.replace(/:(?=\d+:\d)/g, `:${WORD_JOINER}`);
}
