import assert from 'node:assert/strict';
import { install } from '@sinonjs/fake-timers';
import type { Clock } from '@sinonjs/fake-timers';
import { retryAfterMs } from '../../../src/api/retryAfter.ts';

describe('retryAfterMs', () => {
  let clock: Clock;
  before(() => {
    clock = install({ now: Date.parse('2026-01-01T00:00:00Z'), toFake: ['Date'] });
  });
  after(() => clock.uninstall());

  const DAY_MS = 86_400_000;
  for (const [name, headers, expected] of [
    ['nothing said', {}, undefined],
    ['seconds', { 'retry-after': '120' }, 120_000],
    ['seconds with a fraction', { 'retry-after': ' 1.5 ' }, 1500],
    ['no time at all', { 'retry-after': '0' }, 0],
    ['more than a day', { 'retry-after': '99999999999' }, DAY_MS],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    ['a date that has passed', { 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
    [
      "a date by the service's own clock",
      { 'retry-after': 'Thu, 01 Jan 2026 01:00:30 GMT', date: 'Thu, 01 Jan 2026 01:00:00 GMT' },
      30_000,
    ],
    ['something unreadable', { 'retry-after': 'soon' }, undefined],
    ['a negative number', { 'retry-after': '-5' }, undefined],
    ['the end of the limit', { 'x-ratelimit-reset': String(Date.parse('2026-01-01T00:00:09Z') / 1000) }, 9000],
    ['both', { 'retry-after': '3', 'x-ratelimit-reset': '9999999999' }, 3000],
    ['an end of the limit that is no number', { 'x-ratelimit-reset': 'soon' }, undefined],
  ] as const) {
    it(`reads ${name}`, () => {
      assert.equal(retryAfterMs(new Headers(headers)), expected);
    });
  }
});
