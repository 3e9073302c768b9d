import assert from 'node:assert/strict';
import { placesIn } from './foundPlaces.ts';

describe('The place of a message in JSON', () => {
  const json = { kind: 'json' } as const;

  it('is nowhere in a row that is too long to be read', () => {
    const rows = [{ a: 'x'.repeat(6_000_000), b: 'abc' }, { b: 'y' }, { b: 'bad' }];
    const text = JSON.stringify(rows);
    const BAD = '1:6000036-1:6000041 "bad"';
    assert.deepEqual(placesIn(text, "Row 1, column b: 'abc' is not allowed", json), []);
    assert.deepEqual(placesIn(text, "Row 3, column b: 'bad' is not allowed", json), [BAD]);
    assert.deepEqual(placesIn(text, "Column b: value 'bad' is not allowed", json), []);
    const short = `${JSON.stringify({ a: 'x'.repeat(60_000) })}\n`.repeat(100);
    for (const message of ["Line 101: 'bad' is not allowed", "Column b: value 'bad' is not allowed"]) {
      assert.deepEqual(placesIn(`${short}{"b":"bad"}`, message, json), ['101:6-101:11 "bad"']);
    }
  });
});
