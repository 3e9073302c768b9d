import { severityOf } from './dataProblem.ts';
import type { DataProblem, Finding, Position, Severity } from './dataProblem.ts';

const KEPT_OF_EACH_SEVERITY = 100;

/** Collects what a check finds. Keeps the first of each severity and counts the rest, so that warnings never hide what blocks. */
export class ProblemList {
  readonly #kept: Record<Severity, DataProblem[]> = { blocking: [], warning: [] };
  readonly #omitted: Record<Severity, number> = { blocking: 0, warning: 0 };

  add(finding: Finding, { line, column }: Position): void {
    const severity = severityOf[finding.code];
    const kept = this.#kept[severity];
    if (kept.length < KEPT_OF_EACH_SEVERITY) {
      kept.push({ ...finding, severity, line, column });
    } else {
      this.#omitted[severity]++;
    }
  }

  /** In the order of the text. */
  get kept(): readonly DataProblem[] {
    return [...this.#kept.blocking, ...this.#kept.warning].sort((a, b) => a.line - b.line || a.column - b.column);
  }

  /** How many more were found of each severity. */
  get omitted(): Readonly<Record<Severity, number>> {
    return { ...this.#omitted };
  }
}
