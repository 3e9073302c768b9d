import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import type { CheckResult } from '../../../../src/data/check/checkResult.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';

/** Checks a text that arrives in these chunks. */
export function checkText(kind: UploadKind, ...chunks: readonly string[]): CheckResult {
  return checkBytes(kind, ...chunks.map((chunk) => Buffer.from(chunk)));
}

/** Checks bytes that arrive in these chunks. */
export function checkBytes(kind: UploadKind, ...chunks: readonly Uint8Array[]): CheckResult {
  const check = new DataCheck(kind);
  for (const chunk of chunks) {
    check.push(chunk);
  }
  return check.end();
}

/** The problems of a text, one line each: `3:1 raggedRow`. */
export function problemLines({ problems }: CheckResult): readonly string[] {
  return problems.map(({ line, column, code }) => `${line}:${column} ${code}`);
}
