import type { UploadKind } from '../../model/upload.ts';
import { BITS, CELL, CELL_STRIDE, CellBatch, endsRecord, hasTrailingDelimiter, isBlankLine } from './cellBatch.ts';
import { CsvScanner } from './csvScanner.ts';
import { guarded } from './recordWindow.ts';

/** How much of a text is used to guess its delimiter. */
export const DIALECT_BYTES = 65_536;
/** In bytes. */
export const MAX_SEP_LINE_LENGTH = 16;
/** Of equally good ones, the first is taken: a comma is also found in names and numbers. */
const CANDIDATES = [';', '\t', '|', ','] as const;
const SAMPLE_RECORDS = 50;

/** How to read a CSV text. */
export interface CsvDialect {
  readonly delimiter: string;
  /** Length in bytes of the `sep=` line at the start; 0 if there is none. */
  readonly sepLineLength: number;
}

/** Detects the dialect by the beginning of a text without byte order mark: its `sep=` line, else a tab for TSV, else a guess. */
export function detectDialect(start: Uint8Array, kind: UploadKind): CsvDialect {
  const sepLine = findSepLine(start);
  const delimiter =
    sepLine?.delimiter ?? (kind === 'tsv' ? '\t' : guessDelimiter(start.subarray(0, DIALECT_BYTES))?.delimiter) ?? ',';
  return { delimiter, sepLineLength: sepLine?.length ?? 0 };
}

/** Finds Excel's `sep=;` line, quoted or not, at the start of a text. `length` includes its line break. */
export function findSepLine(start: Uint8Array): { readonly delimiter: string; readonly length: number } | undefined {
  const text = String.fromCharCode(...start.subarray(0, MAX_SEP_LINE_LENGTH));
  const match = /^("?)sep=([,;|\t])\1(\r\n|\n|\r)/i.exec(text);
  return match?.[2] === undefined ? undefined : { delimiter: match[2], length: match[0].length };
}

export interface DelimiterGuess {
  readonly delimiter: string;
  /** How many records of the sample were compared, header included. */
  readonly records: number;
  /** The share of them that have as many cells as the first, apart from a trailing delimiter, 0 to 1. */
  readonly alike: number;
}

/** A guess, and by what it is compared with the others. */
interface Candidate extends DelimiterGuess {
  /** The share of the records that have as many cells as the first, and no quote that is stray or never closed. */
  readonly wellFormed: number;
  readonly cells: number;
}

/** A record of the sample. */
interface SampleRecord {
  readonly cells: number;
  /** Of its last cell. */
  readonly lastBits: number;
  readonly isWellQuoted: boolean;
}

/**
 * Guesses the delimiter by the beginning of a text in UTF-8: the candidate that gives the most records as many cells as the first,
 * and of equally good ones the one with more cells. Records with stray or unclosed quotes count only if candidates are equally good
 * without them: a delimiter inside quoted cells makes stray quotes of theirs. Undefined if no candidate occurs in the first record
 * outside quotes.
 */
export function guessDelimiter(sample: Uint8Array): DelimiterGuess | undefined {
  let best: Candidate | undefined;
  const bytes = guarded(sample);
  for (const delimiter of CANDIDATES) {
    const candidate = candidateOf(delimiter, readRecords(bytes, sample.length, delimiter));
    if (candidate.cells >= 2 && (best === undefined || isBetter(candidate, best))) {
      best = candidate;
    }
  }
  return best && { delimiter: best.delimiter, records: best.records, alike: best.alike };
}

function candidateOf(delimiter: string, records: readonly SampleRecord[]): Candidate {
  const cells = records[0]?.cells ?? 0;
  const alike = records.filter(
    (record) => record.cells === cells || hasTrailingDelimiter(record.lastBits, record.cells, cells),
  );
  return {
    delimiter,
    records: records.length,
    alike: alike.length / records.length,
    wellFormed: alike.filter((record) => record.isWellQuoted).length / records.length,
    cells,
  };
}

function isBetter(one: Candidate, other: Candidate): boolean {
  const difference = one.wellFormed - other.wellFormed || one.alike - other.alike || one.cells - other.cells;
  return difference > 0;
}

/** The first records, without blank lines and a last record that the sample cuts off. */
function readRecords(sample: Uint8Array, to: number, delimiter: string): readonly SampleRecord[] {
  const records: SampleRecord[] = [];
  const scanner = new CsvScanner(delimiter);
  const batch = new CellBatch();
  let cells = 0;
  let isWellQuoted = true;
  const readCells = (): void => {
    for (let index = 0; index < batch.length; index += CELL_STRIDE) {
      const bits = batch.cells[index + BITS] ?? 0;
      cells++;
      isWellQuoted &&= (bits & CELL.hasStrayQuote) === 0;
      if (endsRecord(bits)) {
        if (!isBlankLine(bits, cells)) {
          records.push({ cells, lastBits: bits, isWellQuoted });
        }
        cells = 0;
        isWellQuoted = true;
      }
    }
    batch.length = 0;
  };
  for (let at = 0; at < to && records.length < SAMPLE_RECORDS;) {
    at = scanner.scan(sample, at, to, batch);
    readCells();
  }
  if (records.length < 2) {
    isWellQuoted = scanner.end(sample, to, batch) === undefined && isWellQuoted;
    readCells();
  }
  return records.slice(0, SAMPLE_RECORDS);
}
