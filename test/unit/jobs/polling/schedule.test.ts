import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  shortestListGapMs,
  MAX_DELAY_MS,
  nextDelayMs,
  nextListDelayMs,
  pollsNextMinute,
} from '../../../../src/jobs/polling/schedule.ts';
import type { PollConditions } from '../../../../src/jobs/polling/schedule.ts';

const JITTER = 0.15;

const conditions: fc.Arbitrary<PollConditions> = fc.record({
  id: fc.string(),
  ageMs: fc.integer({ min: -86_400_000, max: 30 * 86_400_000 }),
  attempt: fc.nat(100_000),
  failuresInARow: fc.nat(2000),
  isFocused: fc.boolean(),
});

function assertAbout(actualMs: number, expectedMs: number): void {
  assert.ok(
    actualMs >= expectedMs * (1 - JITTER) && actualMs <= expectedMs * (1 + JITTER),
    `${actualMs} is not about ${expectedMs}`,
  );
}

describe('The schedule', () => {
  const calm = { id: 'a', attempt: 1, failuresInARow: 0, isFocused: true };

  it('polls a young job every second', () => {
    assertAbout(nextDelayMs({ ...calm, ageMs: 0 }), 1000);
    assertAbout(nextDelayMs({ ...calm, ageMs: 10_000 }), 1000);
  });

  it('polls more rarely as a job gets old, at least every half minute', () => {
    assertAbout(nextDelayMs({ ...calm, ageMs: 60_000 }), 6000);
    assertAbout(nextDelayMs({ ...calm, ageMs: 300_000 }), 30_000);
    assertAbout(nextDelayMs({ ...calm, ageMs: 86_400_000 }), 30_000);
  });

  it('polls three times slower without the focus', () => {
    fc.assert(
      fc.property(conditions, (one) => {
        const focused = nextDelayMs({ ...one, failuresInARow: 0, isFocused: true });
        const unfocused = nextDelayMs({ ...one, failuresInARow: 0, isFocused: false });
        assert.ok(Math.abs(unfocused - 3 * focused) < 1e-6);
      }),
    );
  });

  it('doubles the wait after each failure, up to a minute', () => {
    const after = [1, 2, 3, 4, 5, 6, 7, 500].map((failuresInARow) => ({ ...calm, ageMs: 0, failuresInARow }));
    const expected = [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000];
    for (const [index, one] of after.entries()) {
      assertAbout(nextDelayMs(one), expected[index] ?? 0);
    }
  });

  it('never polls an old job sooner because a poll failed', () => {
    fc.assert(
      fc.property(conditions, (one) => {
        assert.ok(nextDelayMs(one) >= nextDelayMs({ ...one, failuresInARow: 0 }));
      }),
    );
  });

  it('stays within its bounds whatever the clock says', () => {
    fc.assert(
      fc.property(conditions, (one) => {
        const delayMs = nextDelayMs(one);
        assert.ok(delayMs >= 1000 * (1 - JITTER) && delayMs <= MAX_DELAY_MS, String(delayMs));
      }),
    );
  });

  it('gives the same poll the same wait, and different polls different ones', () => {
    fc.assert(fc.property(conditions, (one) => nextDelayMs(one) === nextDelayMs({ ...one })));
    const waits = Array.from({ length: 1000 }, (_, index) =>
      nextDelayMs({ ...calm, ageMs: 0, id: `job-${index % 50}`, attempt: Math.floor(index / 50) }),
    );
    assert.ok(new Set(waits).size > 990);
    const tenths = Array.from({ length: 10 }, (_, tenth) =>
      waits.filter((wait) => Math.min(9, Math.floor((wait - 850) / 30)) === tenth),
    );
    assert.ok(
      tenths.every(({ length }) => length > 50 && length < 150),
      tenths.map(({ length }) => length).join(),
    );
  });

  it('lists connections every six to ten seconds, more rarely without the focus and after failures', () => {
    const cost = { byteLength: 0, tookMs: 0 };
    const delayMs = (changes: Partial<PollConditions>) => nextListDelayMs({ ...calm, ageMs: 0, ...changes }, cost);
    assertAbout(delayMs({}), 6000);
    assertAbout(delayMs({ ageMs: 80_000 }), 8000);
    assertAbout(delayMs({ ageMs: 3_600_000 }), 10_000);
    assertAbout(delayMs({ isFocused: false }), 18_000);
    assertAbout(delayMs({ failuresInARow: 4 }), 16_000);
    assertAbout(delayMs({ failuresInARow: 50 }), 60_000);
  });

  it('lists connections more rarely the more bytes a list has, and the longer it takes', () => {
    assert.equal(shortestListGapMs({ byteLength: 64_000, tookMs: 0 }), 2000);
    assert.equal(shortestListGapMs({ byteLength: 64_000, tookMs: 1500 }), 3000);
    assert.equal(shortestListGapMs({ byteLength: 0, tookMs: 0 }), 0);
    assertAbout(nextListDelayMs({ ...calm, ageMs: 0 }, { byteLength: 3_200_000, tookMs: 0 }), 100_000);
  });

  it('takes about as many polls in a minute as it expects', () => {
    for (const ageMs of [-5000, 0, 5000, 10_000, 30_000, 120_000, 300_000, 3_600_000]) {
      let polls = 0;
      for (let ms = 0; ms < 60_000; polls += 1) {
        ms += nextDelayMs({ ...calm, attempt: polls, ageMs: Math.max(0, ageMs) + ms });
      }
      const expected = pollsNextMinute(ageMs);
      assert.ok(Math.abs(expected - polls) <= Math.max(2.5, polls * 0.2), `${ageMs}: ${expected}, not ${polls}`);
    }
  });
});
