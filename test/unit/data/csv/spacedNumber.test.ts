import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { CHARACTERS } from '../../../../src/data/csv/cellBatch.ts';
import { CELL_TYPE, typeOfCell } from '../../../../src/data/csv/cellType.ts';
import { readSpacedNumber, typeOfOtherCell } from '../../../../src/data/csv/spacedNumber.ts';
import { checkWithTotals } from '../check/checkText.ts';

const SPACES = ['\u00A0', '\u202F', '\u2009'];

function read(cell: string): string | undefined {
  const bytes = Buffer.from(`;${cell};`);
  const number = readSpacedNumber(bytes, 1, bytes.length - 1);
  return number && Buffer.from(number.plain).toString();
}

describe('A number with spaces between its thousands', () => {
  for (const space of SPACES) {
    it(`is read with ${space.codePointAt(0)?.toString(16)} like with plain spaces`, () => {
      for (const plain of ['1 234,50', '-1 234 567,5', '"12 345,0"', ' +1 234,5 ', '1 234.567,5']) {
        assert.equal(read(plain.replaceAll(/(?<=\d) /g, space).trimEnd()), plain.trimEnd());
      }
      for (const other of [
        '1 234',
        '1 234.50',
        '1 2345,5',
        '1234 567,5',
        '1  234,5',
        ' 1,5',
        '1,5 ',
        'A1 234,5',
        '1 234,5 €',
      ]) {
        assert.equal(read(other.replaceAll(' ', space)), undefined, other);
      }
    });
  }

  it('is not read if it has other spaces, is too long, or if only its end is left', () => {
    for (const cell of ['1\u2003234,5', '1\u00A1234,5', '1\u2010234,5', `1\u00A0234,${'5'.repeat(50)}`, '']) {
      assert.equal(read(cell), undefined, cell);
    }
    assert.equal(readSpacedNumber(Buffer.from('1\u00A0234,5'), -1, 8), undefined);
    assert.equal(typeOfOtherCell(Buffer.from('é'), 0, 2), CELL_TYPE.text);
  });

  it('has the type that it has with plain spaces, or is a text', () => {
    const part = fc.constantFrom('1', '23', '456', ' ', ',', '.', '-', '"', 'e', 'é');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom(...SPACES), (parts, space) => {
        const plain = Buffer.from(parts.join(''));
        const spaced = Buffer.from(parts.join('').replaceAll(' ', space));
        const type = typeOfOtherCell(spaced, 0, spaced.length);
        if (type !== CELL_TYPE.text) {
          assert.equal(type, typeOfCell(CHARACTERS.digit | CHARACTERS.comma, plain, 0, plain.length));
        }
      }),
      { numRuns: runs(1_000), examples: [[['1', ' ', '456', ',', '1'], '\u00A0']] },
    );
  });

  it('makes a column one of numbers, of which the commas can be converted', () => {
    for (const space of SPACES) {
      const rows = ['1 234,50', '12,25', 'x'].map((cell, row) => `${row};${cell.replace(' ', space)};a${space}b\n`);
      const check = checkWithTotals('csv', `id;net;note\n${rows.slice(0, 2).join('')}`);
      assert.deepEqual(
        check.problems.map(({ code }) => code),
        ['otherDelimiter', 'decimalComma'],
      );
      assert.deepEqual(check.decimalCommas?.columns, [1]);
      assert.deepEqual(
        check.totals?.map(({ type, sum }) => [type, sum]),
        [
          ['number', '1'],
          ['number', '1246.75'],
          ['text', undefined],
        ],
      );
      assert.equal(checkWithTotals('csv', `id;net;note\n${rows.join('')}`).decimalCommas, undefined, 'a text');
    }
  });
});
