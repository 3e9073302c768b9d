import { HOSTILE_SHAPES } from '../../../hostile/shapes.ts';
import { timeShape } from '../../../hostile/timeShape.ts';
import { SCALE } from '../../../scale.ts';

/** In `npm run test:long`, four times the size may take four times as long. */
const GROWTH = SCALE > 1 ? 4 : 1;
const LIMIT_MS = 60_000;

/** Each input is so large that quadratic work exceeds the test's timeout. Slow but linear work passes. */
describe('Work on a hostile shape', function () {
  this.timeout(GROWTH * LIMIT_MS);

  let end: AbortController;
  beforeEach(() => {
    end = new AbortController();
  });
  afterEach(() => end.abort());

  for (const { name, size } of HOSTILE_SHAPES) {
    it(`ends: ${name}`, async () => {
      await timeShape(name, GROWTH * size, end.signal);
    });
  }
});
