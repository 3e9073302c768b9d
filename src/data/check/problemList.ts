import type { TextPosition } from '../text/textPosition.ts';
import { severityOf } from './dataProblem.ts';
import type { DataProblem, Finding, ProblemCode, Severity } from './dataProblem.ts';

/** Of problems with one code, how many are kept; the others are counted. */
export const KEPT_OF_EACH_CODE = 100;

/** Collects what a check finds. Keeps the first of each code and counts the rest, so that the many never hide the few. */
export class ProblemList {
  readonly #kept: DataProblem[] = [];
  readonly #counts = new Map<ProblemCode, number>();
  readonly #omitted: Record<Severity, number> = { blocking: 0, warning: 0 };

  /** @param position the place, or a function that finds it out, which is called only where it is needed. */
  add(finding: Finding, position: TextPosition | (() => TextPosition)): void {
    this.addLazily(finding.code, () => finding, position);
  }

  /** The same where the details take work: they are found out only for what is kept. */
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

  /** How many more were found of each severity. */
  get omitted(): Readonly<Record<Severity, number>> {
    return { ...this.#omitted };
  }
}
