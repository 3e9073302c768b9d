import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from './counts.ts';
import { COUNTS_FILE_VARIABLE, judgeRun, NO_COUNTS, readCounts, sumOf } from './counts.ts';
import type { Task, TaskEnd } from './taskPool.ts';
import { runTasks } from './taskPool.ts';

/** Suites beyond the number of processors, because windows often wait for the service or a timer. */
const WAITING = 1;

/** A part of a test run. */
export interface Suite extends Task {
  /** `tests`: it writes its own counts. `check`: it counts as one test. By default it only prepares something. */
  readonly counts?: 'tests' | 'check';
}

/**
 * Runs the suites, about as many at a time as there are processors, and prints the output of each, the titles of the tests that failed,
 * and the total counts. Sets the exit code. Ctrl+C ends everything.
 */
export async function runSuites(suites: readonly Suite[]): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), 'counts-'));
  const fileOf = ({ name }: Suite): string => join(temp, `${encodeURIComponent(name)}.json`);
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Not once: the signal comes from the terminal and from npm, and the second would kill this process before the programs it started.
    process.on(name, () => interruption.abort());
  }

  console.log('The output of each part appears when it has ended.');
  const tasks = suites.map((suite) => ({ ...suite, env: { ...suite.env, [COUNTS_FILE_VARIABLE]: fileOf(suite) } }));
  const ends = await runTasks(tasks, {
    slots: availableParallelism() + WAITING,
    signal: interruption.signal,
    onEnd: print,
  });
  const results = [...ends].map(([suite, end]) => ({ ...end, name: suite.name, ...judge(suite, end, fileOf(suite)) }));
  rmSync(temp, { recursive: true, force: true });

  console.log('');
  for (const { name, passed, failed, seconds, complaint } of results) {
    const counts = `${name}: ${passed} passed, ${failed} failed (${seconds} s)`;
    console.log(complaint === undefined ? counts : `${counts}. ${complaint}`);
  }
  if (interruption.signal.aborted) {
    console.log('Interrupted: not all tests were run.');
  }
  for (const { name, secondTries, failedTests } of results) {
    secondTries.forEach((title) => console.log(`Passed on the second try: ${title} (${name})`));
    failedTests.forEach((title) => console.log(`Failed: ${title} (${name})`));
  }
  const { passed, failed } = sumOf(results);
  process.exitCode = failed === 0 && !interruption.signal.aborted ? 0 : 1;
  console.log(`${passed} passed, ${failed} failed`);
}

/** A suite that only prepares something counts as a failed test if it fails. */
function judge({ counts }: Suite, { hasEndedWell }: TaskEnd, file: string): Verdict {
  if (counts === 'tests') {
    return judgeRun(readCounts(file), hasEndedWell);
  }
  const passed = counts === 'check' && hasEndedWell ? 1 : 0;
  const complaint = hasEndedWell ? undefined : 'It failed.';
  return { ...NO_COUNTS, passed, failed: hasEndedWell ? 0 : 1, complaint };
}

function print({ name }: Suite, { output, seconds }: TaskEnd): void {
  console.log(`\n── ${name} (${seconds} s)\n${output.trimEnd()}`);
}
