import assert from 'node:assert/strict';
import type { StageOptions } from './stage.ts';
import { Stage } from './stage.ts';

/** The stage of all suites that need no options. Its window is used by one test after the other, across files. */
let common: Stage | undefined;

after(() => common?.close());

/**
 * A stage for all tests of a suite. Each test starts with a service and a window in their initial states. If a test fails, which may
 * mean that it is tried again, the texts of the windows are printed, screenshots are saved, and everything is replaced: the service, the
 * server, its data, the folder and the browser.
 */
export function useStage(options?: StageOptions): () => Stage {
  let own: Stage | undefined;
  const current = (): Stage => {
    const stage = options === undefined ? common : own;
    assert.ok(stage, 'the stage is there once tests run');
    return stage;
  };
  const open = async (): Promise<void> => {
    const stage = await Stage.open(options);
    if (options === undefined) {
      common = stage;
    } else {
      own = stage;
    }
  };
  before(async () => {
    if (options !== undefined || common === undefined) {
      await open();
    }
  });
  afterEach(async function () {
    const stage = current();
    // A test that will be tried again has no state.
    if (this.currentTest?.isPassed() === true || this.currentTest?.isPending() === true) {
      await stage.reset();
      return;
    }
    console.log(await stage.texts());
    await stage.takePictures((this.currentTest?.fullTitle() ?? '').replaceAll(/\W+/g, '-'));
    try {
      // Not in the test, so that a request or a response against the contract fails the run, even if the second try has none.
      await stage.checkTraffic();
    } finally {
      await stage.close();
      await open();
    }
  });
  after(() => own?.close());
  return current;
}
