// npm run test:mutation [-- FOLDERS OR FILES | -- --group SOURCE]: changes the code in thousands of ways, one at a time (mutants), and for
// each runs the unit tests that reach the changed place, one of which must fail. Prints the mutants that no test noticed, and the score of
// each group.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { reportCounts } from '../vscode/counts.ts';
import { COMPLETE_FILES, filesOf, GROUPS } from './groups.ts';
import type { MutationGroup } from './groups.ts';
import { FILES_OPTION, RUNNER_NAME } from './mochaRunner.ts';
import { compareSurvivors, describeSurvivor, isSurvivor, scoreOf } from './verdict.ts';
import type { ExplainedSurvivor, Score, Survivor } from './verdict.ts';

process.chdir(join(import.meta.dirname, '..', '..'));
// A mutant that survives takes all runs of the random tests that reach it.
process.env['TEST_SCALE'] ??= '0.1';
// Stryker starts hundreds of processes, and tests start workers.
const compiled = mkdtempSync(join(tmpdir(), 'compiled-'));
process.env['NODE_COMPILE_CACHE'] = compiled;
process.on('exit', () => rmSync(compiled, { recursive: true, force: true }));

const { positionals: paths, values } = parseArgs({ allowPositionals: true, options: { group: { type: 'string' } } });
const explained = JSON.parse(readFileSync('test/mutation/survivors.json', 'utf8')) as readonly ExplainedSurvivor[];
const failedTests: string[] = [];
let passed = 0;

const seen = new Set<string>();

for (const group of GROUPS) {
  const all = filesOf(group).filter((file) => !seen.has(file));
  all.forEach((file) => seen.add(file));
  const files = isChosenGroup(group) ? all.filter(isChosen) : [];
  if (files.length > 0) {
    // Before, because the files may change during a long run.
    const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
    const results = await mutate(group, files);
    const { percent } = printScore(group.source, results);
    const leastScore = files.length === all.length ? group.leastScore : 0;
    const tooLow =
      percent < leastScore ? [`${group.source}: ${percent.toFixed(1)}% are less than ${leastScore}%.`] : [];
    const faults = [...tooLow, ...judgeSurvivors(sources, results)];
    failedTests.push(...faults);
    passed += faults.length === 0 ? 1 : 0;
  }
}
if (passed + failedTests.length === 0) {
  console.error(`Nothing was selected. There are groups for: ${GROUPS.map(({ source }) => source).join(', ')}`);
  process.exit(2);
}
if (failedTests.length > 0) {
  console.log(`\nFailed:\n${failedTests.map((fault) => `  ${fault}`).join('\n')}`);
  process.exitCode = 1;
}
reportCounts({ passed, failed: failedTests.length, failedTests, secondTries: [] });

function isChosenGroup({ source }: MutationGroup): boolean {
  return values.group === undefined || values.group === source;
}

function isChosen(file: string): boolean {
  return paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));
}

function printScore(source: string, results: readonly MutantResult[]): Score {
  const score = scoreOf(results);
  const endless = results.filter(({ status }) => status === 'Timeout').length;
  console.log(
    `${source}: ${score.noticed} of ${score.mutants} mutants noticed (${score.percent.toFixed(1)}%), ${endless} of them did not end`,
  );
  for (const { fileName, location, statusReason } of results.filter(({ status }) => status === 'RuntimeError')) {
    console.log(
      `  Not counted: ${relative('', fileName)}:${location.start.line}: ${statusReason?.split('\n')[0] ?? ''}`,
    );
  }
  return score;
}

/** Prints the survivors that are not explained. Returns the faults. */
function judgeSurvivors(sources: ReadonlyMap<string, string>, results: readonly MutantResult[]): readonly string[] {
  const survivors = results.filter(isSurvivor).map((result) => {
    const file = relative('', result.fileName);
    return { ...describeSurvivor(result, file, sources.get(file) ?? ''), at: result.location.start.line };
  });
  const { unexplained, outdated } = compareSurvivors(
    survivors,
    explained.filter(({ file }) => sources.has(file)),
  );
  console.log(`  ${survivors.length - unexplained.length} survivors are explained, these are not:`);
  for (const { file, at, change } of survivors.filter((survivor) => unexplained.includes(survivor))) {
    console.log(`  ${file}:${at}: ${change}`);
  }
  return [
    ...unexplained
      .filter(({ file }) => COMPLETE_FILES.includes(file))
      .map((survivor) => `No test noticed: ${told(survivor)}`),
    ...outdated.map((survivor) => `Noticed, or no mutant, but in survivors.json: ${told(survivor)}`),
  ];
}

function told({ file, line, change }: Survivor): string {
  return JSON.stringify({ file, line, change });
}

async function mutate(group: MutationGroup, files: readonly string[]): Promise<readonly MutantResult[]> {
  const options = {
    allowConsoleColors: false,
    cleanTempDir: 'always',
    concurrency: Number(process.env['MUTATION_PROCESSES'] ?? availableParallelism()),
    coverageAnalysis: 'perTest',
    // On a busy machine, tests that take half a minute take many.
    dryRunTimeoutMinutes: 20,
    // Tests read many files of the repository, and start the service of the demo.
    ignorePatterns: ['.git', '.vscode-test', '.bench', 'coverage', 'dist/*', '!dist/demoService.mjs'],
    [FILES_OPTION]: globSync([...group.tests]).sort(),
    logLevel: 'warn',
    mutate: [...files],
    plugins: ['./test/mutation/mochaRunner.ts'],
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only'],
    tempDirName: '.mutation',
    testRunner: RUNNER_NAME,
    testRunnerNodeArgs: ['--import', pathToFileURL(join(import.meta.dirname, 'threadCoverage.ts')).href],
    // The runner ends a test that waits for ever. Only a process that does nothing else any more takes this long.
    timeoutMS: 10_000,
    // On a busy machine.
    timeoutFactor: 4,
    warnings: false,
  };
  // The type of `logLevel` is an enum without values at run time.
  return new Stryker(options as unknown as PartialStrykerOptions).runMutationTest();
}
