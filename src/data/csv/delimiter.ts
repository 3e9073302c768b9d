import { ALL_CHARACTERS, CELL, CELL_STRIDE, CellBatch, ENDS_RECORD } from './cellBatch.ts';
import { CsvScanner, guarded } from './csvScanner.ts';

const CANDIDATES = [',', ';', '\t', '|'] as const;
const SAMPLE_RECORDS = 50;

export interface DelimiterGuess {
  readonly delimiter: string;
  /** How many records of the sample the guess rests on, the header included. */
  readonly records: number;
  /** The share of them that has as many cells as the first, 0 to 1. */
  readonly alike: number;
}

/**
 * Finds what separates the cells in the beginning of a text (UTF-8): the candidate that cuts the most records into as many
 * cells as the first, and among equals the one that makes more cells. Quotes are heeded. Undefined where no candidate cuts the first.
 */
export function guessDelimiter(sample: Uint8Array): DelimiterGuess | undefined {
  let best: (DelimiterGuess & { readonly cells: number }) | undefined;
  const bytes = guarded(sample);
  for (const delimiter of CANDIDATES) {
    const counts = cellCounts(bytes, sample.length, delimiter);
    const cells = counts[0] ?? 0;
    if (cells < 2) {
      continue;
    }
    const alike = counts.filter((count) => count === cells).length / counts.length;
    if (best === undefined || alike > best.alike || (alike === best.alike && cells > best.cells)) {
      best = { delimiter, records: counts.length, alike, cells };
    }
  }
  return best;
}

/** The number of cells of each of the first records. Blank lines and a last record that the sample cuts off don't count. */
function cellCounts(sample: Uint8Array, to: number, delimiter: string): readonly number[] {
  const counts: number[] = [];
  const scanner = new CsvScanner(delimiter);
  const batch = new CellBatch();
  let cells = 0;
  const count = () => {
    for (let index = 0; index < batch.length; index += CELL_STRIDE) {
      const bits = batch.cells[index + 2] ?? 0;
      cells++;
      if ((bits & ENDS_RECORD) !== 0) {
        if (cells > 1 || (bits & (ALL_CHARACTERS | CELL.isQuoted)) !== 0) {
          counts.push(cells);
        }
        cells = 0;
      }
    }
    batch.length = 0;
  };
  for (let at = 0; at < to && counts.length < SAMPLE_RECORDS;) {
    at = scanner.scan(sample, at, to, batch);
    count();
  }
  if (counts.length < 2) {
    scanner.end(sample, to, batch);
    count();
  }
  return counts.slice(0, SAMPLE_RECORDS);
}
