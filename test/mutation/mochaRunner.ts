import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { commonTokens, declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import type { InstrumenterContext, MutantCoverage, StrykerOptions } from '@stryker-mutator/api/core';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import type {
  DryRunResult,
  MutantRunOptions,
  MutantRunResult,
  TestResult,
  TestRunner,
} from '@stryker-mutator/api/test-runner';
import fc from 'fast-check';
import Mocha from 'mocha';
import { setTestOfWorkers, watchWorkers } from './threadCoverage.ts';

/** The option of Stryker that names the files of tests. */
export const FILES_OPTION = 'mochaFiles';
export const RUNNER_NAME = 'mochaOfUnitTests';

/** What the changed code reads: which mutant is active, and which test reaches which mutants. */
const context: InstrumenterContext = ((globalThis as { __stryker__?: InstrumenterContext }).__stryker__ ??= {});

const { EVENT_HOOK_BEGIN, EVENT_TEST_FAIL, EVENT_TEST_PASS } = Mocha.Runner.constants;
const ACTIVE_MUTANT_VARIABLE = '__STRYKER_ACTIVE_MUTANT__';
/** In the folder in which Stryker runs the tests. Only one process makes the dry run. */
const DURATIONS_FILE = 'testDurations.json';

/** A test that takes this much longer than without a mutant doesn't end. Stryker would wait longer, and start the process again. */
const ENDLESS_MS = 5_000;
const OF_TIMEOUT = /^Error: Timeout of \d+ms exceeded/;
/** A mutant that is reached more often runs without end, if that is also ten times as often as all tests reach it without it. */
const ENDLESS_HITS = 10_000;
/** Of how many mutants that a test noticed, the test is tried first. */
const MAX_KILLERS = 10;
/** The first tests of a mutant take this long at most, all others the rest. */
const FIRST_TESTS_MS = 100;

/**
 * Runs mocha's tests in Stryker. Loads the modules once and runs those tests that reach the mutant, in the same process. Tests that noticed
 * the mutants before, and those that take the least time, run first. The runner of Stryker loads mocha's internal modules, which mocha 12
 * no longer exports, and runs the tests in the order of their files.
 */
class MochaRunner implements TestRunner {
  static readonly inject: [typeof commonTokens.options] = [commonTokens.options];
  readonly #files: readonly string[];
  #mocha: Mocha | undefined;
  /** By id, in the dry run. */
  #durationsMs: ReadonlyMap<string, number> = new Map();
  /** The ids of the tests that noticed the last mutants, the last one first. */
  #killers: readonly string[] = [];
  /** Whether a mutant was tested in this process. It may have left something behind that fails the tests of others. */
  #wasUsed = false;
  /** Says so, if it has. */
  #leftBehind: string | undefined;

  constructor(options: StrykerOptions) {
    this.#files = options[FILES_OPTION] as readonly string[];
  }

  capabilities() {
    // Node never loads a module again.
    return { reloadEnvironment: false };
  }

  /** Runs the tests twice: one that passes only once in a process would kill every mutant, and is left out. */
  async dryRun(): Promise<DryRunResult> {
    const mutantCoverage: MutantCoverage = { static: {}, perTest: {} };
    context.mutantCoverage = mutantCoverage;
    const endOfWorkers = watchWorkers((test, mutant) => ((mutantCoverage.perTest[test] ??= {})[mutant] ??= 1));
    const tests = await this.#run();
    const failed = tests.find((test) => test.status === TestStatus.Failed);
    if (failed !== undefined) {
      return { status: DryRunStatus.Error, errorMessage: `${failed.name}: ${failed.failureMessage}` };
    }
    const again = await this.#run();
    await endOfWorkers();
    setTestOfWorkers(undefined);
    const passed = new Set(again.filter(({ status }) => status === TestStatus.Success).map(({ id }) => id));
    const repeatable = tests.filter(({ id }) => passed.has(id));
    for (const { id } of tests.filter((test) => !passed.has(test.id))) {
      mutantCoverage.perTest[id] = {};
    }
    this.#durationsMs = new Map(repeatable.map(({ id, timeSpentMs }) => [id, timeSpentMs]));
    writeFileSync(DURATIONS_FILE, JSON.stringify([...this.#durationsMs]));
    return { status: DryRunStatus.Complete, tests: repeatable, mutantCoverage };
  }

  async mutantRun({
    activeMutant,
    testFilter,
    mutantActivation,
    hitLimit: strykersLimit,
  }: MutantRunOptions): Promise<MutantRunResult> {
    // Stryker tries again in another process.
    if (this.#leftBehind !== undefined) {
      throw new Error(this.#leftBehind);
    }
    const wasUsed = this.#wasUsed;
    this.#wasUsed = true;
    // That of Stryker is a hundred times as many as in the dry run, which is two runs here. Where each takes milliseconds, that takes too long.
    const hitLimit =
      strykersLimit === undefined ? undefined : Math.max(strykersLimit / 20, Math.min(strykersLimit, ENDLESS_HITS));
    if (mutantActivation === 'runtime') {
      await this.#load();
    }
    this.#activate(activeMutant.id, hitLimit);
    const tests: TestResult[] = [];
    // A mutant of code that runs when its module is loaded has no filter.
    await this.#load();
    for (const ids of this.#inTurns(testFilter ?? [...this.#durationsMs.keys()])) {
      tests.push(...(await this.#run(ids)));
      if (tests.some(({ status }) => status === TestStatus.Failed)) {
        break;
      }
    }
    const failed = tests.find((test) => test.status === TestStatus.Failed);
    if (failed === undefined) {
      return { status: MutantRunStatus.Survived, nrOfTests: tests.length };
    }
    this.#killers = [failed.id, ...this.#killers.filter((id) => id !== failed.id)].slice(0, MAX_KILLERS);
    if (hitLimit !== undefined && (context.hitCount ?? 0) > hitLimit) {
      return { status: MutantRunStatus.Timeout, reason: 'The mutant was reached too often.' };
    }
    this.#activate(undefined);
    if (
      mutantActivation === 'runtime' &&
      (await this.#run([failed.id])).some(({ status }) => status === TestStatus.Failed)
    ) {
      this.#leftBehind = `“${failed.name}” fails without a mutant since ${activeMutant.id}.`;
      // It may have failed because of an earlier mutant.
      if (wasUsed) {
        throw new Error(this.#leftBehind);
      }
    }
    const { id, failureMessage } = failed;
    return OF_TIMEOUT.test(failureMessage)
      ? { status: MutantRunStatus.Timeout, reason: `“${id}” did not end.` }
      : { status: MutantRunStatus.Killed, killedBy: [id], nrOfTests: tests.length, failureMessage };
  }

  /** Also in workers and processes that tests start. */
  #activate(id: string | undefined, hitLimit?: number): void {
    delete context.activeMutant;
    delete context.hitCount;
    delete context.hitLimit;
    // Empty, it is ignored.
    process.env[ACTIVE_MUTANT_VARIABLE] = id ?? '';
    if (id !== undefined) {
      context.activeMutant = id;
    }
    if (hitLimit !== undefined) {
      context.hitCount = 0;
      context.hitLimit = hitLimit;
    }
  }

  /** The tests that noticed other mutants, then the fastest, then the rest: most mutants need only the first of them. */
  #inTurns(ids: readonly string[]): readonly (readonly string[])[] {
    const killers = this.#killers.filter((id) => ids.includes(id));
    const others = ids
      .filter((id) => !killers.includes(id))
      .sort((a, b) => (this.#durationsMs.get(a) ?? 0) - (this.#durationsMs.get(b) ?? 0));
    let sumMs = 0;
    const slow = others.findIndex((id) => (sumMs += this.#durationsMs.get(id) ?? 0) > FIRST_TESTS_MS);
    const fast = slow === -1 ? others.length : slow;
    return [killers, others.slice(0, fast), others.slice(fast)].filter((turn) => turn.length > 0);
  }

  async #load(): Promise<Mocha> {
    if (this.#mocha === undefined) {
      await import('../unit/seed.ts');
      // A failure is enough: the shortest input that fails takes many more runs.
      fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
      this.#mocha = new Mocha({ timeout: 120_000, reporter: SilentReporter });
      this.#mocha.cleanReferencesAfterRun(false);
      this.#mocha.files.push(...this.#files);
      await this.#mocha.loadFilesAsync();
      if (existsSync(DURATIONS_FILE)) {
        this.#durationsMs = new Map(JSON.parse(readFileSync(DURATIONS_FILE, 'utf8')) as [string, number][]);
      }
      // Unknown in the dry run.
      const usualMs = (title: string) => this.#durationsMs.get(title);
      this.#mocha.suite.beforeEach(function () {
        reachedBy(this.currentTest);
        const ms = usualMs(this.currentTest?.fullTitle() ?? '');
        if (ms !== undefined) {
          this.currentTest?.timeout(ENDLESS_MS + 5 * ms);
        }
      });
    }
    return this.#mocha;
  }

  /** Runs these tests, or all. With an active mutant, ends at the first failure. */
  async #run(ids?: readonly string[]): Promise<TestResult[]> {
    const mocha = await this.#load();
    endAtFailure(mocha.suite, context.activeMutant !== undefined);
    mocha.grep(ids === undefined ? /(?:)/ : new TitlePattern(ids));
    const results: TestResult[] = [];
    await new Promise<void>((resolve) => {
      const runner = mocha.run(() => resolve());
      runner.on(EVENT_TEST_PASS, (test) => results.push({ ...resultOf(test), status: TestStatus.Success }));
      runner.on(EVENT_TEST_FAIL, (test, error: unknown) =>
        results.push({ ...resultOf(test), status: TestStatus.Failed, failureMessage: String(error) }),
      );
      // Runs only with a test of its suite.
      runner.on(EVENT_HOOK_BEGIN, (hook) => {
        if (hook.title.startsWith('"before all"')) {
          reachedBy(firstTest(hook.parent));
        }
      });
    });
    return results;
  }
}

/** Records that this test reaches the mutants that are reached from now on. */
function reachedBy(test: Mocha.Test | undefined): void {
  if (test !== undefined) {
    context.currentTestId = test.fullTitle();
    setTestOfWorkers(context.activeMutant === undefined ? context.currentTestId : undefined);
  }
}

/** Suites take it from their parent only when they are created. */
function endAtFailure(suite: Mocha.Suite, isOn: boolean): void {
  suite.bail(isOn);
  for (const child of suite.suites) {
    endAtFailure(child, isOn);
  }
}

function firstTest(suite: Mocha.Suite | undefined): Mocha.Test | undefined {
  return suite?.tests[0] ?? suite?.suites.map(firstTest).find((test) => test !== undefined);
}

function resultOf(test: Mocha.Test) {
  const id = test.fullTitle();
  return { id, name: id, timeSpentMs: test.duration ?? 0, ...(test.file !== undefined && { fileName: test.file }) };
}

/** Matches these titles. One expression of hundreds of titles takes longer than many a test. */
class TitlePattern extends RegExp {
  readonly #titles: ReadonlySet<string>;

  constructor(titles: readonly string[]) {
    super('(?:)');
    this.#titles = new Set(titles);
  }

  override test(title: string): boolean {
    return this.#titles.has(title);
  }
}

class SilentReporter extends Mocha.reporters.Base {}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, RUNNER_NAME, MochaRunner)];
