import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import type { CheckResult } from '../../../../src/data/check/checkResult.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';

/** Checks a text that arrives in the given pieces. */
export function checkText(kind: UploadKind, ...pieces: readonly string[]): CheckResult {
  return checkBytes(kind, ...pieces.map((piece) => Buffer.from(piece)));
}

/** Checks bytes that arrive in the given pieces. */
export function checkBytes(kind: UploadKind, ...pieces: readonly Uint8Array[]): CheckResult {
  const check = new DataCheck(kind);
  for (const piece of pieces) {
    check.push(piece);
  }
  return check.end();
}

/** The problems of a text, one line each: `3:1 raggedRow`. */
export function problemLines({ problems }: CheckResult): readonly string[] {
  return problems.map(({ line, column, code }) => `${line}:${column} ${code}`);
}
