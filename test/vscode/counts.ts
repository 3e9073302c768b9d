import { readFileSync, writeFileSync } from 'node:fs';

/** The test counts of a run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The file that a test run writes its counts to, for the parent process. */
export const COUNTS_FILE_VARIABLE = 'DATA_CONNECTIONS_TEST_COUNTS';

/** Writes the counts for the parent process if it asked for them. */
export function reportCounts({ passes, failures }: { readonly passes: number; readonly failures: number }): void {
  const file = process.env[COUNTS_FILE_VARIABLE];
  if (file !== undefined) {
    const counts: Counts = { passed: passes, failed: failures };
    writeFileSync(file, JSON.stringify(counts));
  }
}

/** Reads the counts that `reportCounts` wrote. Undefined if the run ended before. */
export function readCounts(file: string): Counts | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts;
  } catch {
    return undefined;
  }
}

/** The result of a run, with problems other than failed tests. */
export interface Verdict extends Counts {
  readonly complaint: string | undefined;
}

/**
 * The counts apply only to a complete run. A run that was interrupted, had no tests, or ended with an error although no test
 * failed, counts as one failure, whatever its exit code.
 */
export function judgeRun(counts: Counts | undefined, hasEndedWell: boolean): Verdict {
  const { passed, failed } = counts ?? { passed: 0, failed: 0 };
  const complaint =
    counts === undefined
      ? 'The run was cut off: it left no counts of its tests.'
      : passed + failed === 0
        ? 'The run had no tests.'
        : !hasEndedWell && failed === 0
          ? 'The run ended badly, though none of its tests failed.'
          : undefined;
  return { passed, failed: complaint === undefined ? failed : 1, complaint };
}
