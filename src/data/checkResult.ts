import type { UploadKind } from '../model/upload.ts';
import type { DataProblem, Severity } from './dataProblem.ts';

/** What a check learned about a text. Plain data: it crosses from the worker to the host. */
export interface CheckResult {
  readonly kind: UploadKind;
  /** Data rows: without the header and without blank lines. */
  readonly rows: number;
  /** The header's names for CSV, the union of the rows' keys in order of appearance for JSON. */
  readonly columns: readonly string[];
  /** Length of the text in UTF-8. */
  readonly byteLength: number;
  /** What separates cells; undefined for JSON. */
  readonly delimiter: string | undefined;
  /** In the order of the text, capped. */
  readonly problems: readonly DataProblem[];
  /** How many problems the cap left out, by severity. */
  readonly problemsOmitted: Readonly<Record<Severity, number>>;
}
