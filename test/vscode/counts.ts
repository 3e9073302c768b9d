import { readFileSync, writeFileSync } from 'node:fs';

/** How many tests a run had. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Names the file that a test run writes its counts into, for whoever started it. */
export const COUNTS_FILE_VARIABLE = 'DATA_CONNECTIONS_TEST_COUNTS';

/** Leaves the counts for whoever started this run, where somebody wants them. */
export function reportCounts({ passes, failures }: { readonly passes: number; readonly failures: number }): void {
  const file = process.env[COUNTS_FILE_VARIABLE];
  if (file !== undefined) {
    const counts: Counts = { passed: passes, failed: failures };
    writeFileSync(file, JSON.stringify(counts));
  }
}

/** Reads what `reportCounts` left. Undefined where the run ended before it could. */
export function readCounts(file: string): Counts | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts;
  } catch {
    return undefined;
  }
}
