import assert from 'node:assert/strict';
import { parseTimestamp } from '../../../src/base/time.ts';

describe('parseTimestamp', () => {
  const moment = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

  for (const text of [
    '2026-01-02T03:04:05.678Z',
    '2026-01-02T03:04:05.6789012Z',
    '2026-01-02T04:04:05.678+01:00',
    '2026-01-01T22:04:05.678-05:00',
    '2026-01-02T03:04:05.678',
  ]) {
    it(`reads ${text}, wherever this machine is`, () => {
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
    '2026-13-02T03:04:05Z',
    'now',
    {},
  ]) {
    it(`finds no timestamp in ${JSON.stringify(value)}`, () => {
      assert.equal(parseTimestamp(value), undefined);
    });
  }
});
