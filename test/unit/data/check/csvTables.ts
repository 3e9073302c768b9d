import fc from 'fast-check';
import type { TextEncodingName } from '../../../../src/model/upload.ts';

/** How a table is written. */
export interface CsvStyle {
  readonly delimiter: string;
  readonly lineBreak: string;
  readonly quotesAll: boolean;
  readonly endsInBreak: boolean;
}

export const csvStyle: fc.Arbitrary<CsvStyle> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
  quotesAll: fc.boolean(),
  endsInBreak: fc.boolean(),
});

/** Characters that are hard to parse and exist in every encoding used here. */
const SHARED = ['a', 'b', '1', '"', '"', ',', ';', '\t', '|', '\n', '\r', ' ', 'é', '\u00A0', '-', '.', '\0'];

/** A header that makes the delimiter unambiguous, and 2 to 12 rows. */
export function csvTable(
  extraCharacters: readonly string[] = ['\uFEFF', '😀', '東', '\u3000'],
): fc.Arbitrary<readonly string[][]> {
  const cell = fc.string({ unit: fc.constantFrom(...SHARED, ...extraCharacters), maxLength: 6 });
  return fc
    .integer({ min: 2, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 12 }))
    .map((rows) => [rows[0]?.map((_, index) => `column${index}`) ?? [], ...rows]);
}

/** @param rowEnd what each row but the header has before its line break. */
export function writeTable(rows: readonly string[][], style: CsvStyle, rowEnd = ''): string {
  const { delimiter, lineBreak, endsInBreak } = style;
  return (
    rows
      .map((row, index) => row.map((cell) => writeCell(cell, style)).join(delimiter) + (index > 0 ? rowEnd : ''))
      .join(lineBreak) + (endsInBreak ? lineBreak : '')
  );
}

/** Writes a cell so that all parsers agree on its value. */
export function writeCell(cell: string, { delimiter, quotesAll }: CsvStyle): string {
  const mustQuote = cell === '' || /["\r\n\s\uFEFF]/u.test(cell) || cell.includes(delimiter);
  return quotesAll || mustQuote ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Encodes a text. The encoding must have all its characters. */
export function encode(text: string, encoding: TextEncodingName, hasByteOrderMark: boolean): Buffer {
  const marked = hasByteOrderMark ? `\uFEFF${text}` : text;
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(marked);
    case 'utf-16le':
      return Buffer.from(marked, 'utf16le');
    case 'utf-16be':
      return Buffer.from(marked, 'utf16le').swap16();
    case 'windows-1252':
    case 'iso-8859-1':
      return Buffer.from(text, 'latin1');
  }
}
