import { CELL, CHARACTERS } from './cellBatch.ts';
import { cellsOfRecords } from './cellText.ts';

/** Writes a cell in quotes. */
export function quoteCell(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

/** Whether a cell has to be written anew when a comma takes its delimiter's place. */
export function needsNewQuotes(bits: number): boolean {
  const isQuoted = (bits & CELL.isQuoted) !== 0;
  return isQuoted ? (bits & CELL.hasStrayQuote) !== 0 : (bits & CHARACTERS.comma) !== 0;
}

/** What a cell means that stands in a text like this, quotes included. */
export function valueOfCell(written: string, delimiter: string): string {
  return cellsOfRecords([written], delimiter)[0]?.[0] ?? '';
}
