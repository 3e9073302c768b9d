import type { TextPosition } from '../text/textPosition.ts';
import { severityOf } from './dataProblem.ts';
import type { DataProblem, Finding, ProblemCode, Severity } from './dataProblem.ts';

/** How many problems of each code are kept. The others are counted. */
export const KEPT_OF_EACH_CODE = 100;

/** Collects problems. Keeps the first of each code and counts the rest, so that a frequent problem does not hide others. */
export class ProblemList {
  readonly #kept: DataProblem[] = [];
  readonly #counts = new Map<ProblemCode, number>();
  readonly #omitted: Record<Severity, number> = { blocking: 0, warning: 0 };

  /** @param position a position, or a function that computes it, called only if the problem is kept. */
  add(finding: Finding, position: TextPosition | (() => TextPosition)): void {
    this.addLazily(finding.code, () => finding, position);
  }

  /** Like `add`, for a finding that takes time to compute: `describe` is called only if the problem is kept. */
  addLazily(code: ProblemCode, describe: () => Finding, position: TextPosition | (() => TextPosition)): void {
    const severity = severityOf[code];
    const count = this.#counts.get(code) ?? 0;
    if (count === KEPT_OF_EACH_CODE) {
      this.#omitted[severity]++;
      return;
    }
    this.#counts.set(code, count + 1);
    const { line, column } = typeof position === 'function' ? position() : position;
    this.#kept.push({ ...describe(), severity, line, column });
  }

  /** In the order of the text. */
  get kept(): readonly DataProblem[] {
    return this.#kept.toSorted((a, b) => a.line - b.line || a.column - b.column);
  }

  /** How many more problems were found, by severity. */
  get omitted(): Readonly<Record<Severity, number>> {
    return { ...this.#omitted };
  }
}
