import { CELL, CHARACTERS } from './cellBatch.ts';
import { valueOfCell } from './cellText.ts';

/** Writes a cell in quotes. */
export function quoteCell(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

/** Whether a cell has to be written anew when a comma takes its delimiter's place. */
export function needsNewQuotes(bits: number): boolean {
  const isQuoted = (bits & CELL.isQuoted) !== 0;
  return isQuoted ? (bits & CELL.hasStrayQuote) !== 0 : (bits & CHARACTERS.comma) !== 0;
}

/** Writes a cell that needs it in quotes of its own. */
export function quoteAnew(written: string, bits: number): string {
  return quoteCell(hasQuotes(bits) ? valueOfCell(written) : written);
}

/** Whether there is a quote in what is written: without one, it is what it means. */
export function hasQuotes(bits: number): boolean {
  return (bits & (CELL.isQuoted | CELL.hasStrayQuote)) !== 0;
}
