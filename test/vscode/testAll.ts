// npm test: the checks and all suites, as many at a time as there are processors. Ends with the total counts.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts, Verdict } from './counts.ts';
import { COUNTS_FILE_VARIABLE, judgeRun, readCounts } from './counts.ts';
import type { Task, TaskEnd } from './taskPool.ts';
import { runTasks } from './taskPool.ts';
import { ROOT, VERSIONS } from './versions.ts';

/** Enough for two processors to be busy to the end, and few, because each opens its own windows. */
const E2E_PARTS = 4;

/** What a task has to say about its tests; undefined if it only prepares something. */
interface TestTask extends Task {
  readonly verdict?: (hasEndedWell: boolean) => Verdict;
}

process.chdir(ROOT);
const temp = mkdtempSync(join(tmpdir(), 'counts-'));
const interruption = new AbortController();
void Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => once(process, name))).then(() => interruption.abort());

console.log('Running the checks and all tests. The output of each part appears when it has ended.');
const ends = await runTasks(allTasks(), { slots: availableParallelism(), signal: interruption.signal, onEnd: print });
const results = [...ends].map(([task, end]) => ({ name: task.name, ...end, ...judge(task, end) }));
rmSync(temp, { recursive: true, force: true });

console.log('');
for (const { name, passed, failed, seconds, complaint } of results) {
  const counts = `${name}: ${passed} passed, ${failed} failed (${seconds} s)`;
  console.log(complaint === undefined ? counts : `${counts}. ${complaint}`);
}
if (interruption.signal.aborted) {
  console.log('Interrupted: not all tests were run.');
}
const sum = (of: keyof Counts): number => results.reduce((total, result) => total + result[of], 0);
process.exitCode = sum('failed') === 0 && !interruption.signal.aborted ? 0 : 1;
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);

/** The longest first, so that the processors are done at about the same time. */
function allTasks(): readonly TestTask[] {
  const build = ['build'];
  const everything = ['install', ...build];
  return [
    // Once for all suites, and one after the other, because both write into dist.
    { name: 'package', command: ['npm', 'run', '--silent', 'package'] },
    { name: 'build', command: ['npm', 'run', '--silent', 'build'], after: ['package'] },
    // Missing versions of VS Code and the browser, while the first suites run.
    { name: 'install', command: [process.execPath, 'test/vscode/prepare.js', 'test'] },
    counted('unit', ['npm', 'run', '--silent', '--ignore-scripts', 'test:unit'], build),
    ...VERSIONS.map((version) =>
      counted(
        `integration (${version})`,
        [process.execPath, 'test/vscode/runIntegration.ts', '--vscode', version],
        everything,
      ),
    ),
    ...partsOfEndToEnd().map((files, index) =>
      counted(
        `e2e (${index + 1} of ${E2E_PARTS})`,
        [process.execPath, 'node_modules/mocha/bin/mocha.js', ...files],
        everything,
      ),
    ),
    // All checks count as one test.
    {
      name: 'check',
      command: ['npm', 'run', '--silent', 'check'],
      verdict: (isFine) => judgeRun(isFine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, isFine),
    },
  ];
}

/** A suite that writes its own counts. */
function counted(name: string, command: Task['command'], after: readonly string[]): TestTask {
  const file = join(temp, `${name}.json`);
  return {
    ...{ name, command, after },
    env: { [COUNTS_FILE_VARIABLE]: file },
    verdict: (isFine) => judgeRun(readCounts(file), isFine),
  };
}

/** The files of the end-to-end tests in parts that take about as long: the larger a file, the more tests it has. */
function partsOfEndToEnd(): readonly (readonly string[])[] {
  const folder = join('test', 'e2e', 'specs');
  const files = readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, size: statSync(path).size }))
    .sort((one, other) => other.size - one.size);
  return Array.from({ length: E2E_PARTS }, (_, part) =>
    files.filter((_file, index) => index % E2E_PARTS === part).map(({ path }) => path),
  );
}

/** A step that only prepares something counts as a failed test where it fails. */
function judge({ verdict }: TestTask, { hasEndedWell }: TaskEnd): Verdict {
  return (
    verdict?.(hasEndedWell) ?? {
      ...{ passed: 0, failed: hasEndedWell ? 0 : 1 },
      complaint: hasEndedWell ? undefined : 'It failed.',
    }
  );
}

function print({ name }: Task, { output, seconds }: TaskEnd): void {
  console.log(`\n── ${name} (${seconds} s)\n${output.trimEnd()}`);
}
