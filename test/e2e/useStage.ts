import assert from 'node:assert/strict';
import type { StageOptions } from './stage.ts';
import { Stage } from './stage.ts';

/** The stage of all suites that need no options. Its window is used by one test after the other, across files. */
let common: Stage | undefined;

after(() => common?.close());

/** A stage for all tests of a suite. Each test starts with a service and a window in their initial states. Saves screenshots if a test fails. */
export function useStage(options?: StageOptions): () => Stage {
  let stage: Stage | undefined;
  before(async () => {
    stage = options === undefined ? (common ??= await Stage.open()) : await Stage.open(options);
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await stage?.takePictures(this.currentTest.fullTitle().replaceAll(/\W+/g, '-'));
      await stage?.closeWindows();
    }
    await stage?.reset();
  });
  after(async () => {
    if (stage !== common) {
      await stage?.close();
    }
  });
  return () => {
    assert.ok(stage, 'the stage is there once tests run');
    return stage;
  };
}
