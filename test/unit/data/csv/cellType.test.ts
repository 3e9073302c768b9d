import assert from 'node:assert/strict';
import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { runs, SCALE } from '../../../scale.ts';
import { CELL_TYPE, typeOfCell, typeOfText, typeOfUnquoted } from '../../../../src/data/csv/cellType.ts';
import { CELL, CELL_STRIDE, CellBatch } from '../../../../src/data/csv/cellBatch.ts';
import { CsvScanner } from '../../../../src/data/csv/csvScanner.ts';
import { typeOfOtherCell } from '../../../../src/data/csv/spacedNumber.ts';
import { guarded } from '../../../../src/data/csv/recordWindow.ts';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const GROUPED_NUMBER = /^[+-]?([1-9]\d{0,2}(,\d{3})+|[1-9]\d?(,\d{2})+,\d{3})(\.\d*)?$/;
const DECIMAL_COMMA = /^[+-]?(\d+|\d{1,3}([. ]\d{3})+),\d+$/;
const POINT_GROUPS = /^[+-]?[1-9]\d{0,2}(\.\d{3}){2,}$/;
const CLOCK = /\d{1,2}:\d\d(:\d\d(\.\d+)?)?/.source;
const HALF_OF_DAY = /[ \u202F]?[APap][Mm]/.source;
const ZONE = / ?(Z|[+-]\d\d(:?\d\d)?)| UTC/.source;
const DAY = /(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3(\d{4}|\d\d))/.source;
const DATE = new RegExp(`^${DAY}((T|,? )${CLOCK}(${HALF_OF_DAY}|${ZONE})?)?$`);
const TIME = new RegExp(`^${CLOCK}(${HALF_OF_DAY})?$`);
const MONTHS =
  'Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sept?|September|Oct(ober)?|Nov(ember)?|Dec(ember)?';
const NAMED_DAY = new RegExp(`^(\\d\\d?([ /-])(${MONTHS})\\2|(${MONTHS}) \\d\\d?,? )(\\d{4}|\\d\\d)(?=$|[T, ])`, 'i');

function isNamedDate(text: string): boolean {
  const [day = ''] = NAMED_DAY.exec(text) ?? [];
  return day !== '' && DATE.test(`2026-01-31${text.slice(day.length)}`);
}

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
  if (POINT_GROUPS.test(trimmed)) {
    const isAddress = isIPv4(/^\d{3}/.test(trimmed) ? trimmed.replaceAll(/\.0{1,2}/g, '.') : trimmed);
    return isAddress && !trimmed.endsWith('.000.000') ? CELL_TYPE.pointGroupsOrAddress : CELL_TYPE.pointGroups;
  }
  if (isNamedDate(trimmed)) {
    return CELL_TYPE.namedDate;
  }
  return DATE.test(trimmed) || TIME.test(trimmed) ? CELL_TYPE.date : CELL_TYPE.text;
}

/** For all scans: it is large, and creating one takes longer than scanning a cell. */
const batch = new CellBatch();

/** The bits of the cells of a text with a single line. */
function bitsOfCells(text: Uint8Array): readonly number[] {
  const bytes = guarded(text);
  const scanner = new CsvScanner(';');
  batch.length = 0;
  assert.equal(scanner.scan(bytes, 0, text.length, batch), text.length);
  scanner.end(bytes, text.length, batch);
  return Array.from({ length: batch.length / CELL_STRIDE }, (_, index) => batch.cells[index * CELL_STRIDE + 2] ?? 0);
}

/** The type of the only cell in a text. */
function typeOfWritten(written: string): number {
  const text = Buffer.from(written);
  const [bits = 0, ...others] = bitsOfCells(text);
  assert.deepEqual([batch.length, others], [CELL_STRIDE, []], written);
  const [start = 0, end = 0] = batch.cells;
  const known = typeOfCell(bits, text, start, end);
  const type = known === CELL_TYPE.text ? typeOfOtherCell(text, start, end) : known;
  if ((bits & CELL.isNumber) !== 0) {
    assert.equal(type, CELL_TYPE.number, written);
  }
  if ((bits & CELL.isDate) !== 0) {
    assert.equal(type, CELL_TYPE.date, written);
  }
  return type;
}

function assertType(text: string): void {
  const expected = expectedType(text);
  const ofText = expected === CELL_TYPE.namedDate ? CELL_TYPE.text : expected;
  assert.equal(typeOfText(text), ofText, JSON.stringify(text));
  if (text.trim() === text) {
    assert.equal(typeOfUnquoted(Buffer.from(text), 0, Buffer.byteLength(text)), expected, JSON.stringify(text));
  }
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
    for (let length = 0; length <= (SCALE > 1 ? 5 : 4); length++) {
      texts.forEach(assertType);
      texts = texts.flatMap((text) => characters.map((character) => text + character));
    }
  });

  const digits = (max: number) => fc.integer({ min: 0, max }).map((count) => '1203456789'.slice(0, count));
  const separator = fc.constantFrom('', '', '.', ',', '-', '/', ':', ' ', 'T', 'Z', '+', 'e', 'E', 'é');

  it('is that of the regular expressions for digits with anything between them', () => {
    const text = fc.array(fc.tuple(digits(5), separator), { maxLength: 9 }).map((parts) => parts.flat().join(''));
    fc.assert(fc.property(text, assertType), { numRuns: runs(5_000) });
  });

  it('is that of the regular expressions for what is nearly a date, a time or a grouped number', () => {
    const date = fc
      .tuple(digits(5), fc.constantFrom('-', '/', '.'), digits(3), fc.constantFrom('-', '/', '.'), digits(5))
      .map((parts) => parts.join(''));
    const time = fc
      .tuple(digits(3), fc.constantFrom(':', ':', ''), digits(3), fc.constantFrom('', ':11', ':11.5', ':11.', ':1'))
      .map((parts) => parts.join(''));
    const zones = ['Z', '+01', '+01:00', '-0130', '+1:00', '+01:0', 'ZZ', '+01.00', '1'];
    const zone = fc.constantFrom(
      '',
      ...zones,
      ' -0400',
      ' Z',
      ' UTC',
      'UTC',
      ' UTD',
      ' PM',
      'am',
      '\u202fPM',
      ' pm ',
      ' MM',
      ' P',
      '  AM',
      ' AM Z',
    );
    const moment = fc
      .tuple(
        // Half of them are right, so that what follows decides.
        fc.oneof(date, fc.constantFrom('2026-01-31', '31.1.26', '1/31/2026')),
        fc.constantFrom('', 'T', ' ', ', ', ',', '  ', ',T'),
        fc.oneof(time, fc.constantFrom('9:30', '09:30', '09:30:00', '09:30:00.5')),
        zone,
      )
      .map((parts) => parts.join(''));
    const name = fc.constantFrom('Jan', 'JANUARY', 'may', 'sept', 'Sep', 'Septem', 'Mai', 'Januaryy', 'T', '');
    const dayBreak = fc.constantFrom(' ', '-', '/', '.', ', ', ',', '');
    const namedDate = fc
      .oneof(
        fc.tuple(digits(3), dayBreak, name, dayBreak, digits(5)),
        fc.tuple(name, dayBreak, digits(3), dayBreak, digits(5)),
        fc
          .constantFrom('31 Oct 2026', '31-OCT-26', '31/October/2026', 'October 31, 2026', 'Oct 1 26')
          .map((day) => [day]),
      )
      .map((parts) => parts.join(''));
    const named = fc
      .tuple(namedDate, fc.constantFrom('', '', ' 9:30', ', 9:30', '  9:30', ' 9:3', 'T9:30'), zone)
      .map((parts) => parts.join(''));
    const grouped = fc
      .tuple(
        fc.constantFrom('', '-', '+', '0'),
        digits(4),
        fc.array(fc.tuple(fc.constantFrom(',', '.', ' '), digits(4)), { maxLength: 3 }),
        fc.constantFrom('', '.', ',', '.5', ',5', 'e5', 'E-5', 'e', 'e+'),
      )
      .map(([sign, first, groups, end]) => sign + first + groups.flat().join('') + end);
    fc.assert(fc.property(fc.oneof(date, time, moment, named, grouped), assertType), { numRuns: runs(20_000) });
  });

  it('is that of the regular expressions for what is nearly an IP address', () => {
    const group = fc.oneof(
      fc.constantFrom('000', '001', '099', '255', '256'),
      fc.integer({ min: 100, max: 300 }).map(String),
    );
    const text = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.integer({ min: 0, max: 300 }),
        fc.array(group, { minLength: 2, maxLength: 4 }),
      )
      .map(([sign, first, groups]) => sign + [first, ...groups].join('.'));
    fc.assert(fc.property(text, assertType), { numRuns: runs(2_000) });
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
        const [bits = 0] = bitsOfCells(Buffer.from(`${written};`));
        assert.equal((bits & CELL.isNumber) !== 0, /^([+-]\d+|[+-]?(\d+\.\d*|\.\d+))$/.test(written), written);
        assert.equal((bits & CELL.isDate) !== 0, /^\d{4}-\d\d-\d\d$/.test(written), written);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('is a date if it is a timestamp of PostgreSQL', () => {
    assert.equal(typeOfWritten('2026-01-31 09:30:00+00'), CELL_TYPE.date);
    assert.equal(typeOfWritten('2026-01-31 09:30:00.123456-03'), CELL_TYPE.date);
    assert.equal(typeOfWritten('09:30:00+00'), CELL_TYPE.text);
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
