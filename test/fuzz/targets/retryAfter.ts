import assert from 'node:assert/strict';
import { rateLimitOf, rateLimitWaitMs } from '../../../src/api/retryAfter.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';

const HOUR_MS = 3_600_000;
const NAMES = ['retry-after', 'date', 'x-ratelimit-reset', 'x-ratelimit-remaining', 'x-ratelimit-limit'];

/** The headers that say when to try again, one a line: no wait, or one from 0 to an hour, which the service's clock decides. */
export const retryAfter: FuzzTarget = {
  name: 'retryAfter',
  sources: ['/src/api/retryAfter.ts'],
  seeds: [
    '120',
    'Thu, 01 Jan 2026 00:00:30 GMT\nThu, 01 Jan 2026 00:00:00 GMT',
    '\nThu, 01 Jan 2026 00:00:00 GMT\n1767225609\n0\n100',
    '\nThu, 01 Jan 2026 00:00:00 GMT\n1767225609500\n3\n100',
    '\n\n45\n1',
  ],
  words: [
    '0',
    '1',
    '9',
    '.',
    '-',
    '+',
    'e',
    ' ',
    '\n',
    ',',
    ':',
    '1e9',
    '1767225609',
    '1767225609000',
    '99999999999999999999',
    'GMT',
    'Thu, ',
    'Jan',
    '2026',
    '00:00:30',
    '0x10',
    'Infinity',
    'NaN',
    'Thu, 01 Jan 2026 00:00:30 GMT',
    '+0200',
    'T',
    'Z',
  ],
  cases: 20_000,
  run(input) {
    const lines = input.toString('latin1').split('\n');
    const headers = new Headers();
    try {
      for (const [index, name] of NAMES.entries()) {
        headers.set(name, lines[index] ?? '');
      }
    } catch {
      return 'no headers';
    }
    const wait = rateLimitWaitMs(headers);
    const rateLimit = rateLimitOf(headers);
    for (const ms of [wait, rateLimit?.resetInMs]) {
      assert.ok(ms === undefined || (ms >= 0 && ms <= HOUR_MS), String(ms));
    }
    const [after = '', date = ''] = NAMES.map((name) => headers.get(name)?.trim() ?? '');
    if (/^\d+$/.test(after)) {
      assert.equal(wait, Math.min(Number(after) * 1000, HOUR_MS), 'seconds');
    } else if (isHttpDate(after) && isHttpDate(date)) {
      assert.equal(wait, Math.min(Math.max(0, Date.parse(after) - Date.parse(date)), HOUR_MS), 'a date');
    }
    assert.equal(
      rateLimit !== undefined,
      /^\d+$/.test(headers.get('x-ratelimit-remaining')?.trim() ?? ''),
      'a rate limit',
    );
    return `${typeof wait} ${wait === 0} ${wait === HOUR_MS} ${typeof rateLimit?.limit} ${typeof rateLimit?.resetInMs}`;
  },
};

/** Whether the text is exactly as servers write it. */
function isHttpDate(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toUTCString() === text;
}
