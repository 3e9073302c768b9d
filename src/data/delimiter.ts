import { RecordSplitter } from './recordSplitter.ts';

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
 * Finds what separates the cells in the beginning of a text: the candidate that cuts the most records into as many cells as
 * the first, and among equals the one that makes more cells. Quotes are heeded. Undefined where no candidate cuts the first.
 */
export function guessDelimiter(sample: string): DelimiterGuess | undefined {
  let best: (DelimiterGuess & { readonly cells: number }) | undefined;
  for (const delimiter of CANDIDATES) {
    const counts = cellCounts(sample, delimiter);
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
function cellCounts(sample: string, delimiter: string): readonly number[] {
  const counts: number[] = [];
  let cells = 0;
  const splitter = new RecordSplitter(delimiter, {
    onField: () => cells++,
    onRecord: ({ text }) => {
      if (text !== '' && counts.length < SAMPLE_RECORDS) {
        counts.push(cells);
      }
      cells = 0;
    },
  });
  splitter.push(sample);
  if (counts.length < 2) {
    splitter.end();
  }
  return counts;
}
