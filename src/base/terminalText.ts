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
 * For one line of a terminal, which obeys control characters. Nothing in it looks like the place of a problem to a problem matcher:
 * see `terminalProblem`.
 */
export function terminalText(text: string, { indent = 0, color }: TerminalOptions = {}): TerminalText {
  const line = ' '.repeat(indent) + withoutPlaces(plainText(text, 600));
  return (color === undefined ? line : `\u001B[${TERMINAL_COLORS[color]}m${line}\u001B[39m`) as TerminalText;
}

export interface ProblemPlace {
  /** The full path of the file. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
}

/** A problem as the problem matcher `$dataConnections-check` reads it. */
export function terminalProblem({ path, line, column, severity, code }: ProblemPlace, message: string): TerminalText {
  const name = path.slice(0, 4000).replace(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/gu, '\uFFFD');
  const what = withoutPlaces(plainText(message, 600));
  return `${name}:${line}:${column}: ${severity} ${code}: ${what}` as TerminalText;
}

/** Breaks what a problem matcher would take for a line and a column. */
function withoutPlaces(text: string): string {
  return text.replace(/:(?=\d+:\d)/g, `:${WORD_JOINER}`);
}
