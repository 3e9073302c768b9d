import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { CELL_TYPE, typeOfText } from '../../../../src/data/csv/cellType.ts';
import { plainNumber } from '../../../../src/data/csv/formattedNumber.ts';

describe('A formatted number', () => {
  it('is written without its format, with the same commas and points', () => {
    for (const [value, plain, currency] of [
      ['$1,234.50', '1,234.50', '$'],
      ['-$5', '-5', '$'],
      ['$-5.00', '-5.00', '$'],
      ['12,50\u00A0€', '12,50', '€'],
      ['1\u00A0234,50\u00A0€', '1234,50', '€'],
      ['EUR 1.234,00', '1.234,00', 'EUR'],
      ['-1,234.50 USD', '-1,234.50', 'USD'],
      ["CHF 1'234'567.50", '1234567.50', 'CHF'],
      ['(12.50)', '-12.50', undefined],
      ['( 1,234.50 )', '-1,234.50', undefined],
      ['($1,234.50)', '-1,234.50', '$'],
      [' $(1,234.50)', '-1,234.50', '$'],
      ['(1,234.50) EUR', '-1,234.50', 'EUR'],
      ['12.50-', '-12.50', undefined],
      ['1.234,50 - ', '-1.234,50', undefined],
      ['\u221212.50', '-12.50', undefined],
      ['12.50\u2212', '-12.50', undefined],
      ['- 12.50', '-12.50', undefined],
      ['1’234.50', '1234.50', undefined],
      ['1\u202F234', '1234', undefined],
      ['1 234.50', '1234.50', undefined],
      ['-1 234', '-1234', undefined],
      ['150.250.125.100-', '-150.250.125.100', undefined],
      ['12.50\u00A0', '12.50', undefined],
      ['\u200B12', '12', undefined],
      ['$ -', '0', '$'],
      [' $-   ', '0', '$'],
      ['- €', '0', '€'],
      [' -   ', '0', undefined],
    ] as const) {
      assert.deepEqual(plainNumber(value), { plain, currency }, value);
    }
  });

  it('is neither a plain number nor anything else', () => {
    const percentages = ['12 %', '12.5%', '(5%)'];
    const debitsAndCredits = ['1,234.50 Cr', '59.50DR', '1.234,50 S'];
    const noNumbers = ['-', '- ', '--', 'n/a', '', '   ', '$', '()', 'x', 'open', '2026-01-31', '2026-01-31-', '9:30'];
    const others = ['TOP 100', 'ABC 12.50', '12.50 kg', '030-12345', '(030) 12345', "5'11", '1-2-', '1,5E+03', '(-5)-'];
    const plain = ['12', '-12.50', ' 1,234.50 ', '1.234,50', '1 234,50', '1e5', '+5', '192.168.1.1'];
    for (const value of [
      ...percentages,
      ...debitsAndCredits,
      ...noNumbers,
      ...others,
      ...plain,
      `$${'1'.repeat(60)}`,
    ]) {
      assert.equal(plainNumber(value), undefined, value);
    }
  });

  it('may have its minus sign after any number without a sign, and after nothing else', () => {
    const piece = fc.constantFrom('1', '23', '456', '0', '.', ',', ' ', '-', '+', 'e', ':', 'é');
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('').trim());
    const none: ReadonlySet<number> = new Set([CELL_TYPE.empty, CELL_TYPE.date, CELL_TYPE.text]);
    const hasSpaces = /^[1-9]\d{0,2}( \d{3})+(\.\d+)?$/;
    fc.assert(
      fc.property(text, fc.constantFrom('-', '- ', ' -', ' - '), (number, minus) => {
        const isNumber = !/^[-+]/.test(number) && (!none.has(typeOfText(number)) || hasSpaces.test(number));
        const plain = hasSpaces.test(number) ? number.replaceAll(' ', '') : number;
        assert.equal(plainNumber(number + minus)?.plain, isNumber ? `-${plain}` : undefined, number + minus);
      }),
      {
        numRuns: runs(3_000),
        examples: ['1.234,5', '1,234.5', '150.250.125.100', '1 234,5', '1 234', ''].map((one) => [one, '-']),
      },
    );
  });
});
