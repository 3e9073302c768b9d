import type { TextPosition } from '../text/textPosition.ts';
import { isOfColumn, SEVERITIES } from './dataProblem.ts';
import type { DataProblem, Finding, ProblemCode, Severity } from './dataProblem.ts';

/** How many problems of each code are kept. The others are counted. */
export const KEPT_OF_EACH_CODE = 100;

/** A position, or a function that computes it, called only if the problem is kept. Undefined if the problem is only to be counted. */
type ProblemPosition = TextPosition | (() => TextPosition) | undefined;

/** Collects problems. Keeps the first of each code and counts the rest, so that a frequent problem does not hide others. */
export class ProblemList {
  #kept: DataProblem[] = [];
  readonly #counts = new Map<ProblemCode, number>();
  readonly #omitted = new Map<ProblemCode, number>();

  add(finding: Finding, position: ProblemPosition): void {
    this.addLazily(finding.code, () => finding, position);
  }

  /** Like `add`, for a finding that takes time to compute: `describe` is called only if the problem is kept. */
  addLazily(code: ProblemCode, describe: () => Finding, position: ProblemPosition): void {
    const count = this.#counts.get(code) ?? 0;
    if (position === undefined || count === KEPT_OF_EACH_CODE) {
      this.#omitted.set(code, (this.#omitted.get(code) ?? 0) + 1);
      return;
    }
    this.#counts.set(code, count + 1);
    const { line, column } = typeof position === 'function' ? position() : position;
    this.#kept.push({ ...describe(), severity: SEVERITIES[code], line, column });
  }

  /** Replaces what is known of the problems with this code, because the rest of the text shows more. */
  replace(finding: Finding): void {
    this.#kept = this.#kept.map((known) => {
      const { code, severity, line, column } = known;
      return code === finding.code ? { ...finding, severity, line, column } : known;
    });
  }

  /** Removes the problems with this code, kept or not, because the rest of the text shows what they really are. */
  remove(code: ProblemCode): void {
    this.removeFrom(1, code);
    this.#omitted.delete(code);
  }

  /** Removes the problems with this code that are kept and begin in this line or below it. */
  removeFrom(line: number, code: ProblemCode): void {
    this.#kept = this.#kept.filter((problem) => problem.code !== code || problem.line < line);
    this.#counts.set(code, this.#kept.filter((problem) => problem.code === code).length);
  }

  /** In the order of the text. */
  get kept(): readonly DataProblem[] {
    return this.#kept.toSorted((a, b) => a.line - b.line || a.column - b.column);
  }

  /** How many more problems were found, by severity. */
  get omitted(): Readonly<Record<Severity, number>> {
    const omitted = { blocking: 0, warning: 0 };
    for (const [code, count] of this.#omitted) {
      omitted[SEVERITIES[code]] += count;
    }
    return omitted;
  }

  /** How many more columns have a problem, by its code. Undefined if none have. */
  get columnsOmitted(): Readonly<Partial<Record<ProblemCode, number>>> | undefined {
    const ofColumns = [...this.#omitted].filter(([code]) => isOfColumn(code));
    return ofColumns.length === 0 ? undefined : Object.fromEntries(ofColumns);
  }
}
