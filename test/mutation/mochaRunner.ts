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
import Mocha from 'mocha';

/** The option of Stryker that names the files of tests. */
export const FILES_OPTION = 'mochaFiles';
export const RUNNER_NAME = 'mochaOfUnitTests';

/** What the changed code reads: which mutant is active, and which test reaches which mutants. */
const context: InstrumenterContext = ((globalThis as { __stryker__?: InstrumenterContext }).__stryker__ ??= {});

const { EVENT_HOOK_BEGIN, EVENT_TEST_FAIL, EVENT_TEST_PASS } = Mocha.Runner.constants;
const ACTIVE_MUTANT_VARIABLE = '__STRYKER_ACTIVE_MUTANT__';

/**
 * Runs mocha's tests in Stryker. Loads the modules once and runs those tests that reach the mutant, in the same process. That of Stryker
 * loads mocha's internal modules, which mocha 12 no longer exports.
 */
class MochaRunner implements TestRunner {
  static readonly inject: [typeof commonTokens.options] = [commonTokens.options];
  readonly #files: readonly string[];
  #mocha: Mocha | undefined;

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
    const tests = await this.#run();
    const failed = tests.find((test) => test.status === TestStatus.Failed);
    if (failed !== undefined) {
      return { status: DryRunStatus.Error, errorMessage: `${failed.name}: ${failed.failureMessage}` };
    }
    const again = await this.#run();
    const passed = new Set(again.filter(({ status }) => status === TestStatus.Success).map(({ id }) => id));
    const repeatable = tests.filter(({ id }) => passed.has(id));
    for (const { id } of tests.filter((test) => !passed.has(test.id))) {
      mutantCoverage.perTest[id] = {};
    }
    return { status: DryRunStatus.Complete, tests: repeatable, mutantCoverage };
  }

  async mutantRun({
    activeMutant,
    testFilter,
    mutantActivation,
    hitLimit,
  }: MutantRunOptions): Promise<MutantRunResult> {
    if (mutantActivation === 'runtime') {
      await this.#load();
    }
    this.#activate(activeMutant.id, hitLimit);
    const tests = await this.#run(testFilter);
    const failed = tests.find((test) => test.status === TestStatus.Failed);
    if (failed === undefined) {
      return { status: MutantRunStatus.Survived, nrOfTests: tests.length };
    }
    if (hitLimit !== undefined && (context.hitCount ?? 0) > hitLimit) {
      return { status: MutantRunStatus.Timeout, reason: 'The mutant was reached too often.' };
    }
    this.#activate(undefined);
    // What a failed test leaves behind must not fail the tests of other mutants. Stryker tries again in another process.
    if (
      mutantActivation === 'runtime' &&
      (await this.#run([failed.id])).some(({ status }) => status === TestStatus.Failed)
    ) {
      throw new Error(`“${failed.name}” fails without a mutant since ${activeMutant.id}.`);
    }
    return {
      ...{ status: MutantRunStatus.Killed, killedBy: [failed.id], nrOfTests: tests.length },
      failureMessage: failed.failureMessage,
    };
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

  async #load(): Promise<Mocha> {
    if (this.#mocha === undefined) {
      await import('../unit/seed.ts');
      this.#mocha = new Mocha({ timeout: 120_000, reporter: SilentReporter });
      this.#mocha.cleanReferencesAfterRun(false);
      this.#mocha.files.push(...this.#files);
      await this.#mocha.loadFilesAsync();
      this.#mocha.suite.beforeEach(function () {
        reachedBy(this.currentTest);
      });
    }
    return this.#mocha;
  }

  /** Runs these tests, or all. With an active mutant, ends at the first failure. */
  async #run(ids?: readonly string[]): Promise<TestResult[]> {
    const mocha = await this.#load();
    endAtFailure(mocha.suite, context.activeMutant !== undefined);
    const escaped = (ids ?? []).map((id) => id.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
    mocha.grep(ids === undefined ? /(?:)/ : new RegExp(`^(?:${escaped.join('|')})$`));
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

class SilentReporter extends Mocha.reporters.Base {}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, RUNNER_NAME, MochaRunner)];
