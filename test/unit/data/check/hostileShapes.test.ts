import { HOSTILE_SHAPES } from '../../../hostile/shapes.ts';
import { timeShape } from '../../../hostile/timeShape.ts';

/** Each input is so large that quadratic work exceeds the test's timeout. Slow but linear work passes. */
describe('Work on a hostile shape', () => {
  let end: AbortController;
  beforeEach(() => {
    end = new AbortController();
  });
  afterEach(() => end.abort());

  for (const { name, size } of HOSTILE_SHAPES) {
    it(`ends: ${name}`, async () => {
      await timeShape(name, size, end.signal);
    });
  }
});
