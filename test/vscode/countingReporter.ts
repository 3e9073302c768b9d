import Mocha from 'mocha';
import { reportCounts } from './counts.ts';

/** Prints what mocha's spec reporter prints, and writes the counts for the parent process. */
class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => reportCounts(this.stats));
  }
}

// The export name for `require`, which mocha uses to load reporters.
export { CountingReporter as 'module.exports' };
