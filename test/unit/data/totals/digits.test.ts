import assert from 'node:assert/strict';
import fc from 'fast-check';
import { digitsBefore, MAX_DIGITS_READ, valueOfDigits } from '../../../../src/data/totals/digits.ts';
import { runs } from '../../../scale.ts';

describe('Digits', () => {
  const before = fc.string({ unit: fc.constantFrom('0', '9', ',', '-', ' ', 'x'), minLength: 8, maxLength: 11 });
  const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: MAX_DIGITS_READ });

  it('have the value of their number, whatever is around them', () => {
    fc.assert(
      fc.property(before, digits, (start, text) => {
        const bytes = Buffer.from(`${start}${text}9,9`);
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        const end = start.length + text.length;
        assert.deepEqual(
          [digitsBefore(view, end, text.length), valueOfDigits(view, end, text.length)],
          [Number(text), Number(text)],
        );
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('are told from every other byte of a number or a date', () => {
    for (let length = 1; length <= MAX_DIGITS_READ; length++) {
      for (let at = 0; at < length; at++) {
        for (const other of ' "+,-./TZe') {
          const text = '12345678'.slice(0, at) + other + '12345678'.slice(at + 1, length);
          const bytes = Buffer.from(`00000000${text}`);
          const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
          assert.ok(digitsBefore(view, bytes.length, length) < 0, text);
        }
      }
    }
  });
});
