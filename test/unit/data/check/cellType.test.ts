import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CELL_TYPE, typeOfCell, typeOfText } from '../../../../src/data/check/cellType.ts';
import { CELL } from '../../../../src/data/csv/cellBatch.ts';
import { scanAll } from '../../../../src/data/csv/cellText.ts';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const GROUPED_NUMBER = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const DECIMAL_COMMA = /^[+-]?(\d+|\d{1,3}([. ]\d{3})+),\d+$/;
const DATE =
  /^(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3(\d{4}|\d\d))([T ]\d{1,2}:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const TIME = /^\d{1,2}:\d\d(:\d\d(\.\d+)?)?$/;

/** The types as regular expressions. */
function expectedType(text: string): number {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 48) {
    return trimmed === '' ? CELL_TYPE.empty : CELL_TYPE.text;
  }
  if (NUMBER.test(trimmed) || GROUPED_NUMBER.test(trimmed)) {
    return /,.*[,.]/.test(trimmed) ? CELL_TYPE.commaGroups : CELL_TYPE.number;
  }
  if (DECIMAL_COMMA.test(trimmed)) {
    return /^[+-]?\d+\./.test(trimmed) ? CELL_TYPE.pointGroups : CELL_TYPE.decimalComma;
  }
  return DATE.test(trimmed) || TIME.test(trimmed) ? CELL_TYPE.date : CELL_TYPE.text;
}

/** The type of the only cell in a text. */
function typeOfWritten(written: string): number {
  const types: number[] = [];
  const text = Buffer.from(written);
  scanAll(text, ';', ({ cells, length }) => {
    for (let index = 0; index < length; index += 5) {
      const [start = 0, end = 0, bits = 0] = cells.subarray(index, index + 3);
      const type = typeOfCell(bits, text, start, end);
      if ((bits & CELL.isNumber) !== 0) {
        assert.equal(type, CELL_TYPE.number, JSON.stringify(written));
      }
      if ((bits & CELL.isDate) !== 0) {
        assert.equal(type, CELL_TYPE.date, JSON.stringify(written));
      }
      types.push(type);
    }
  });
  assert.equal(types.length, 1, JSON.stringify(written));
  return types[0] ?? -1;
}

function assertType(text: string): void {
  const expected = expectedType(text);
  assert.equal(typeOfText(text), expected, JSON.stringify(text));
  for (const written of [text, `"${text}"`, `"${text}" \t`]) {
    if (written !== '') {
      assert.equal(typeOfWritten(written), expected, JSON.stringify(written));
    }
  }
}

describe('The type of a cell', () => {
  it('is that of the regular expressions for every short text', () => {
    const characters = ['1', '.', ',', '-', '/', ':', 'T', ' ', 'e'];
    let texts = [''];
    for (let length = 0; length <= 4; length++) {
      texts.forEach(assertType);
      texts = texts.flatMap((text) => characters.map((character) => text + character));
    }
  }).timeout(30_000);

  const digits = (max: number) => fc.integer({ min: 0, max }).map((count) => '1203456789'.slice(0, count));
  const separator = fc.constantFrom('', '', '.', ',', '-', '/', ':', ' ', 'T', 'Z', '+', 'e', 'E', 'é');

  it('is that of the regular expressions for digits with anything between them', () => {
    const text = fc.array(fc.tuple(digits(5), separator), { maxLength: 9 }).map((parts) => parts.flat().join(''));
    fc.assert(fc.property(text, assertType), { numRuns: 5_000 });
  });

  it('is that of the regular expressions for what is nearly a date, a time or a grouped number', () => {
    const date = fc
      .tuple(digits(5), fc.constantFrom('-', '/', '.'), digits(3), fc.constantFrom('-', '/', '.'), digits(5))
      .map((parts) => parts.join(''));
    const time = fc
      .tuple(digits(3), fc.constantFrom(':', ':', ''), digits(3), fc.constantFrom('', ':11', ':11.5', ':11.', ':1'))
      .map((parts) => parts.join(''));
    const zone = fc.constantFrom('', 'Z', '+01', '+01:00', '-0130', '+1:00', '+01:0', 'ZZ', '+01.00', '1');
    const moment = fc.tuple(date, fc.constantFrom('', 'T', ' ', '  '), time, zone).map((parts) => parts.join(''));
    const grouped = fc
      .tuple(
        fc.constantFrom('', '-', '+', '0'),
        digits(4),
        fc.array(fc.tuple(fc.constantFrom(',', '.', ' '), digits(4)), { maxLength: 3 }),
        fc.constantFrom('', '.', ',', '.5', ',5', 'e5', 'E-5', 'e', 'e+'),
      )
      .map(([sign, first, groups, end]) => sign + first + groups.flat().join('') + end);
    fc.assert(fc.property(fc.oneof(date, time, moment, grouped), assertType), { numRuns: 10_000 });
  });

  it('is known while the cell is scanned if it is a number of digits, a sign and a point, or a date like 2026-01-31', () => {
    const number = fc
      .array(fc.constantFrom('1', '23', '4567', '.', '-', '+'), { maxLength: 12 })
      .map((parts) => parts.join(''));
    const date = fc
      .tuple(digits(5), fc.constantFrom('-', '+', '.'), digits(3), fc.constantFrom('-', '+'), digits(3))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(number, date, fc.constant('2026-01-31')), (written) => {
        const found: number[] = [];
        scanAll(Buffer.from(`${written};`), ';', ({ cells, length }) => {
          if (length > 0) {
            found.push(cells[2] ?? 0);
          }
        });
        const bits = found[0] ?? 0;
        assert.equal((bits & CELL.isNumber) !== 0, /^([+-]\d+|[+-]?(\d+\.\d*|\.\d+))$/.test(written), written);
        assert.equal((bits & CELL.isDate) !== 0, /^\d{4}-\d\d-\d\d$/.test(written), written);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is text if the cell is long, except for digits only', () => {
    assertType('1'.repeat(46));
    assert.equal(typeOfWritten('1'.repeat(100)), CELL_TYPE.number);
    assert.equal(typeOfWritten(`${'1'.repeat(47)}.5`), CELL_TYPE.text);
    assert.equal(typeOfWritten(' '.repeat(49)), CELL_TYPE.text);
  });

  it('is text if unusual white space follows the closing quote', () => {
    assert.equal(typeOfWritten('"12.5"\u00A0'), CELL_TYPE.text);
    assert.equal(typeOfWritten('" "\u2003'), CELL_TYPE.text);
  });
});
