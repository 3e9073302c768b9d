import fc from 'fast-check';
import { csvStyle, writeTable } from './csvTables.ts';
import type { CsvStyle } from './csvTables.ts';

/** A statement of account as banks export it. */
export const STATEMENT = {
  titles: 'Kontoauszug;;;;\nKonto: DE12 5001 0517;;;;\nZeitraum;01.01.2026;31.01.2026;;\n;;;;\n',
  table: 'Datum;Text;Betrag;Währung;Saldo\n01.01.2026;Miete;-900,00;EUR;100,00\n02.01.2026;Lohn;950,00;EUR;1.050,00\n',
} as const;

/** A table with lines above it. */
interface TitledTable {
  readonly titles: string;
  readonly table: string;
  readonly rows: readonly string[][];
  readonly style: CsvStyle;
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '東', '😀', ' '), minLength: 1, maxLength: 6 });

/** At least three columns, of which the last has numbers only; above it, at least two lines of one text each, padded or not. */
export const titledTable: fc.Arbitrary<TitledTable> = fc
  .record({
    style: csvStyle,
    width: fc.integer({ min: 3, max: 6 }),
    texts: fc.array(fc.array(word, { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 12 }),
    lines: fc.array(word, { minLength: 2, maxLength: 8 }),
    isPadded: fc.boolean(),
    isQuoted: fc.boolean(),
  })
  .map(({ style, width, texts, lines, isPadded, isQuoted }) => {
    const rows = [
      Array.from({ length: width }, (_, index) => `column${index}`),
      ...texts.map((cells, index) => [...cells.slice(0, width - 1), String(index)]),
    ];
    const { delimiter, lineBreak } = style;
    const padding = isPadded ? delimiter.repeat(width - 1) : '';
    const titles = lines.map((line, index) => {
      const title = `${index} ${line.trim()}`;
      const written = isQuoted ? `"${title}${delimiter}${lineBreak}""x"""` : title;
      return written + padding + lineBreak;
    });
    return { titles: titles.join(''), table: writeTable(rows, style), rows, style };
  });
