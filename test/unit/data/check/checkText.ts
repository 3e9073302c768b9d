import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import type { CheckResult } from '../../../../src/data/check/checkResult.ts';
import type { ColumnTotals } from '../../../../src/model/columnTotals.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';

/** Checks a text that arrives in these chunks. */
export function checkText(kind: UploadKind, ...chunks: readonly string[]): CheckResult {
  return checkBytes(kind, ...chunks.map((chunk) => Buffer.from(chunk)));
}

/** Checks bytes that arrive in these chunks. */
export function checkBytes(kind: UploadKind, ...chunks: readonly Uint8Array[]): CheckResult {
  return checkAll(new DataCheck(kind), chunks);
}

/** Checks a text that arrives in these chunks as before an upload: with control totals. */
export function checkWithTotals(kind: UploadKind, ...chunks: readonly (string | Uint8Array)[]): CheckResult {
  const bytes = chunks.map((chunk) => Buffer.from(chunk));
  return checkAll(new DataCheck(kind, { totals: true }), bytes);
}

/** The control totals of a text that arrives in these chunks. */
export function totalsOf(kind: UploadKind, ...chunks: readonly (string | Uint8Array)[]): readonly ColumnTotals[] {
  return checkWithTotals(kind, ...chunks).totals ?? [];
}

function checkAll(check: DataCheck, chunks: readonly Uint8Array[]): CheckResult {
  for (const chunk of chunks) {
    check.push(chunk);
  }
  return check.end();
}

/** The problems of a text, one line each: `3:1 raggedRow`. */
export function problemLines({ problems }: CheckResult): readonly string[] {
  return problems.map(({ line, column, code }) => `${line}:${column} ${code}`);
}
