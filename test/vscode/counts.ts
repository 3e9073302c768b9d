import { readFileSync, writeFileSync } from 'node:fs';

/** The test counts of a run. A test that was tried twice counts once. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The titles of the failed tests. */
  readonly failedTests: readonly string[];
  /** The titles of the tests that passed on the second try. */
  readonly secondTries: readonly string[];
}

export const NO_COUNTS: Counts = { passed: 0, failed: 0, failedTests: [], secondTries: [] };

/** The file that a test run writes its counts to, for the parent process. */
export const COUNTS_FILE_VARIABLE = 'DATA_CONNECTIONS_TEST_COUNTS';

/** Writes the counts for the parent process if it asked for them. */
export function reportCounts(counts: Counts): void {
  const file = process.env[COUNTS_FILE_VARIABLE];
  if (file !== undefined) {
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

const CUT_OFF = 'The run was cut off: it left no counts of its tests.';

/**
 * The counts apply only to a complete run. A run that was interrupted, had no tests, or ended with an error although no test
 * failed, counts as one failure, whatever its exit code.
 */
export function judgeRun(counts: Counts | undefined, hasEndedWell: boolean): Verdict {
  const { failed } = counts ?? NO_COUNTS;
  const complaint = complaintAbout(counts, hasEndedWell);
  return { ...(counts ?? NO_COUNTS), failed: complaint === undefined ? failed : 1, complaint };
}

function complaintAbout(counts: Counts | undefined, hasEndedWell: boolean): string | undefined {
  if (counts === undefined) {
    return CUT_OFF;
  }
  if (counts.passed + counts.failed === 0) {
    return 'The run had no tests.';
  }
  return !hasEndedWell && counts.failed === 0 ? 'The run ended badly, though none of its tests failed.' : undefined;
}

/** Whether the tests have to be run again to know anything about them. */
export function isCutOff({ complaint }: Verdict): boolean {
  return complaint === CUT_OFF;
}

/** The verdict on a run whose failed tests were run once more, alone. The first one stands unless that run had exactly those. */
export function judgeSecondTry(first: Verdict, second: Verdict): Verdict {
  if (second.complaint !== undefined || second.passed + second.failed !== first.failed) {
    return first;
  }
  const { failed, failedTests } = second;
  const secondTries = first.failedTests.filter((title) => !failedTests.includes(title));
  return { ...first, passed: first.passed + second.passed, failed, failedTests, secondTries };
}

/** Adds up the counts of several runs. */
export function sumOf(runs: readonly Counts[]): Counts {
  return runs.reduce(
    (sum, run) => ({
      passed: sum.passed + run.passed,
      failed: sum.failed + run.failed,
      failedTests: [...sum.failedTests, ...run.failedTests],
      secondTries: [...sum.secondTries, ...run.secondTries],
    }),
    NO_COUNTS,
  );
}
