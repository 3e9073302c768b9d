import assert from 'node:assert/strict';
import fc from 'fast-check';
import { durationText, parseTimestamp, relativeTimeValidUntil, relativeTimesIn } from '../../../src/base/time.ts';

describe('parseTimestamp', () => {
  const moment = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

  for (const text of [
    '2026-01-02T03:04:05.678Z',
    '2026-01-02T03:04:05.6789012Z',
    '2026-01-02T04:04:05.678+01:00',
    '2026-01-01T22:04:05.678-05:00',
    '2026-01-02T03:04:05.678',
    '2026-01-02T04:04:05.678+01',
    '2026-01-02T04:04:05.678+0100',
    '2026-01-02 03:04:05.678',
    '2026-01-02t03:04:05.678z',
  ]) {
    it(`parses ${text}, in any time zone`, () => {
      assert.equal(parseTimestamp(text), moment);
    });
  }

  for (const value of [
    undefined,
    null,
    1767323045678,
    '',
    '1',
    'May',
    '2026-01-02',
    '2026-01-02 at noon',
    '2026-13-02T03:04:05Z',
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00',
    '1970-01-01T00:00:00Z',
    'now',
    {},
  ]) {
    it(`rejects ${JSON.stringify(value)}`, () => {
      assert.equal(parseTimestamp(value), undefined);
    });
  }
});

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('relativeTimesIn', () => {
  const now = Date.UTC(2026, 0, 2, 12);

  for (const [differenceMs, expected] of [
    [0, 'now'],
    [-59 * SECOND_MS, 'now'],
    [59 * SECOND_MS, 'now'],
    [-MINUTE_MS, '1 min. ago'],
    [-5 * MINUTE_MS - 59 * SECOND_MS, '5 min. ago'],
    [12 * MINUTE_MS, 'in 12 min.'],
    [-HOUR_MS, '1 hr. ago'],
    [2 * HOUR_MS, 'in 2 hr.'],
    [-DAY_MS, '1 day ago'],
    [-47 * HOUR_MS, '1 day ago'],
    [DAY_MS, 'in 1 day'],
    [2 * DAY_MS, 'in 2 days'],
    [-30 * DAY_MS, '30 days ago'],
  ] as const) {
    it(`formats ${differenceMs} ms from now as "${expected}"`, () => {
      assert.equal(relativeTimesIn('en')(now + differenceMs, now), expected);
    });
  }

  it('is known to hold until a moment, and reads otherwise from then on', () => {
    const text = relativeTimesIn('en');
    const around = fc.oneof(fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }), fc.integer({ min: -3, max: 3 }));
    fc.assert(
      fc.property(around, fc.constantFrom(0, MINUTE_MS, HOUR_MS, DAY_MS, -HOUR_MS, -DAY_MS), (near, unitMs) => {
        const moment = now + unitMs + near;
        const until = relativeTimeValidUntil(moment, now);
        assert.ok(until > now);
        assert.equal(text(moment, until - 1), text(moment, now));
        assert.notEqual(text(moment, until), text(moment, now));
      }),
      { numRuns: 1000 },
    );
  });

  it('uses the given language', () => {
    const german = relativeTimesIn('de');
    assert.equal(german(now - DAY_MS, now), 'vor 1 Tag');
    assert.equal(german(now, now), 'jetzt');
  });
});

describe('durationText', () => {
  for (const [durationMs, expected] of [
    [-5 * SECOND_MS, '0 s'],
    [0, '0 s'],
    [499, '0 s'],
    [8 * SECOND_MS, '8 s'],
    [59_600, '1 min'],
    [2 * MINUTE_MS + 5 * SECOND_MS, '2 min 5 s'],
    [HOUR_MS, '1 h'],
    [3 * HOUR_MS + 4 * MINUTE_MS + 59 * SECOND_MS, '3 h 4 min'],
    [30 * HOUR_MS, '30 h'],
  ] as const) {
    it(`formats ${durationMs} ms as "${expected}"`, () => {
      assert.equal(durationText(durationMs), expected);
    });
  }
});
