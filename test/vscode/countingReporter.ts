import Mocha from 'mocha';
import { reportCounts } from './counts.ts';

const { EVENT_TEST_RETRY, EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_RUN_END } = Mocha.Runner.constants;

/** Prints what mocha's spec reporter prints and why tests are tried again, and writes the counts for the parent process. */
class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const retried = new Set<string>();
    const secondTries: string[] = [];
    const failedTests: string[] = [];
    runner.on(EVENT_TEST_RETRY, (test: Mocha.Test, error: Error) => {
      retried.add(test.fullTitle());
      Mocha.reporters.Base.consoleLog(`    Tried again: ${test.title}\n${error.stack ?? String(error)}`);
    });
    runner.on(EVENT_TEST_PASS, (test) => {
      if (retried.has(test.fullTitle())) {
        secondTries.push(test.fullTitle());
      }
    });
    runner.on(EVENT_TEST_FAIL, (test) => failedTests.push(test.fullTitle()));
    runner.once(EVENT_RUN_END, () => {
      const { passes, failures } = this.stats;
      reportCounts({ passed: passes, failed: failures, failedTests, secondTries });
    });
  }
}

// The export name for `require`, which mocha uses to load reporters.
export { CountingReporter as 'module.exports' };
