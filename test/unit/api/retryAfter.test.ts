import assert from 'node:assert/strict';
import { install } from '@sinonjs/fake-timers';
import type { Clock } from '@sinonjs/fake-timers';
import { rateLimitOf, rateLimitWaitMs, retryAfterMs } from '../../../src/api/retryAfter.ts';

describe('rateLimitWaitMs', () => {
  let clock: Clock;
  before(() => {
    clock = install({ now: Date.parse('2026-01-01T00:00:00Z'), toFake: ['Date'] });
  });
  after(() => clock.uninstall());

  const HOUR_MS = 3_600_000;
  const resetAt = Date.parse('2026-01-01T00:00:09Z');
  for (const [name, headers, expected] of [
    ['nothing said', {}, undefined],
    ['seconds', { 'retry-after': '120' }, 120_000],
    ['seconds with a fraction', { 'retry-after': ' 1.5 ' }, 1500],
    ['no time at all', { 'retry-after': '0' }, 0],
    ['a day, as an hour', { 'retry-after': '86400' }, HOUR_MS],
    ['an absurd time, as an hour', { 'retry-after': '99999999999' }, HOUR_MS],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    ['a date that has passed', { 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
    [
      "a date by the service's own clock",
      { 'retry-after': 'Thu, 01 Jan 2026 01:00:30 GMT', date: 'Thu, 01 Jan 2026 01:00:00 GMT' },
      30_000,
    ],
    ['a number with other text', { 'retry-after': '5 s' }, undefined],
    ['a number that is not whole', { 'retry-after': '1.' }, undefined],
    ['something unreadable', { 'retry-after': 'soon' }, undefined],
    ['a negative number', { 'retry-after': '-5' }, undefined],
    ['a reset in epoch seconds', { 'x-ratelimit-reset': String(resetAt / 1000) }, 9000],
    ['a reset in epoch seconds with a fraction', { 'x-ratelimit-reset': String(resetAt / 1000 + 0.5) }, 9500],
    ['a reset in epoch milliseconds', { 'x-ratelimit-reset': String(resetAt) }, 9000],
    ['a reset in seconds from now', { 'x-ratelimit-reset': '45' }, 45_000],
    ['the last reset in seconds from now', { 'x-ratelimit-reset': '999999999' }, HOUR_MS],
    ['the first reset in epoch seconds', { 'x-ratelimit-reset': '1000000000' }, 0],
    ['a date without a reset', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT', 'x-ratelimit-reset': '9' }, 30_000],
    ['an unreadable time with a reset', { 'retry-after': 'soon', 'x-ratelimit-reset': '9' }, 9000],
    ['a reset that has passed', { 'x-ratelimit-reset': String(resetAt / 1000 - 60) }, 0],
    ['a reset of a year from now, as an hour', { 'x-ratelimit-reset': String(resetAt / 1000 + 31_536_000) }, HOUR_MS],
    ['an empty reset', { 'x-ratelimit-reset': '' }, undefined],
    ['both', { 'retry-after': '3', 'x-ratelimit-reset': '9999999999' }, 3000],
    ['an end of the limit that is no number', { 'x-ratelimit-reset': 'soon' }, undefined],
  ] as const) {
    it(`parses ${name}`, () => {
      assert.equal(rateLimitWaitMs(new Headers(headers)), expected);
    });
  }

  it('uses the reset only for a rate limit, because any response may have one', () => {
    assert.equal(retryAfterMs(new Headers({ 'x-ratelimit-reset': '45' })), undefined);
    assert.equal(retryAfterMs(new Headers({ 'x-ratelimit-reset': '45', 'retry-after': '3' })), 3000);
  });

  for (const [unit, reset] of [
    ['epoch seconds', String(resetAt / 1000)],
    ['epoch milliseconds', String(resetAt)],
    ['seconds from now', '9'],
  ] as const) {
    it(`parses the time of the reset in ${unit}`, () => {
      const headers = new Headers({ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': reset });
      assert.equal(rateLimitOf(headers)?.resetInMs, 9000);
    });
  }
  it('parses how many requests are left, of how many', () => {
    const limitOf = (headers: Record<string, string>) => rateLimitOf(new Headers(headers));
    assert.deepEqual(limitOf({ 'x-ratelimit-remaining': ' 30 ', 'x-ratelimit-limit': '100' }), {
      limit: 100,
      remaining: 30,
      resetInMs: undefined,
    });
    assert.deepEqual(limitOf({ 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': 'many' }), {
      limit: undefined,
      remaining: 0,
      resetInMs: undefined,
    });
    for (const remaining of ['', '-1', '1.5', '5 of 10', 'x5']) {
      assert.equal(limitOf({ 'x-ratelimit-remaining': remaining, 'x-ratelimit-limit': '100' }), undefined);
    }
    assert.equal(limitOf({ 'x-ratelimit-limit': '100' }), undefined);
  });
});
