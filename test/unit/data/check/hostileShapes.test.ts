import { HOSTILE_SHAPES } from '../../../hostile/shapes.ts';
import { ShapeWorker } from '../../../hostile/shapeWorker.ts';
import { SCALE } from '../../../scale.ts';

/** In `npm run test:long`, four times the size may take four times as long. */
const GROWTH = SCALE > 1 ? 4 : 1;
const LIMIT_MS = 30_000;

/** Each input is so large that quadratic work exceeds the test's timeout. Slow but linear work passes. */
describe('Work on a hostile shape', function () {
  this.timeout(GROWTH * LIMIT_MS);

  let worker: ShapeWorker | undefined;
  /** A worker serves all shapes, because starting one takes longer than most of them, but it does not outlive a failure. */
  afterEach(async function () {
    if (this.currentTest?.state !== 'passed') {
      await worker?.end();
      worker = undefined;
    }
  });
  after(() => worker?.end());

  for (const { name, size } of HOSTILE_SHAPES) {
    it(`ends: ${name}`, async () => {
      worker ??= new ShapeWorker();
      await worker.run(name, GROWTH * size);
    });
  }
});
