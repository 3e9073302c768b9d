import type { UploadKind } from '../../model/upload.ts';
import { isAlike, readSampleRecords } from './sampleRecords.ts';
import type { SampleRecord } from './sampleRecords.ts';
import { findHeaderBelowTitles, findTitleLines } from './titleLines.ts';
import type { TitleLines } from './titleLines.ts';

/** How much of a text is used to guess its delimiter, and to find the lines above its header. */
export const DIALECT_BYTES = 65_536;
/** In bytes. */
export const MAX_SEP_LINE_LENGTH = 16;
/** If several are equally good, the first is taken: a comma is also found in names and numbers. */
const CANDIDATES = [';', '\t', '|', ',', '~', '^'] as const;

/** How to read a CSV text. */
export interface CsvDialect {
  readonly delimiter: string;
  /** Length in bytes of the `sep=` line at the start; 0 if there is none. */
  readonly sepLineLength: number;
  /** The lines above the header, after the `sep=` line. */
  readonly titles: TitleLines | undefined;
}

/** Detects the dialect by the beginning of a text without byte order mark: its `sep=` line, else a tab for TSV, else a guess. */
export function detectDialect(start: Uint8Array, kind: UploadKind): CsvDialect {
  const sepLine = findSepLine(start);
  const sepLineLength = sepLine?.length ?? 0;
  const delimiter =
    sepLine?.delimiter ??
    (kind === 'tsv' ? '\t' : guessDelimiter(start.subarray(0, DIALECT_BYTES), isWholeText(start))?.delimiter) ??
    ',';
  return { delimiter, sepLineLength, titles: findTitles(start, sepLineLength, delimiter) };
}

/** The number of lines before the header: the `sep=` line and title lines. */
export function linesBeforeHeader({ sepLineLength, titles }: CsvDialect): number {
  return (sepLineLength > 0 ? 1 : 0) + (titles?.lines ?? 0);
}

/** The number of bytes before the header: of the `sep=` line and title lines. */
export function bytesBeforeHeader({ sepLineLength, titles }: Omit<CsvDialect, 'delimiter'>): number {
  return sepLineLength + (titles?.byteLength ?? 0);
}

/** The number of bytes before the header of a text whose delimiter is known. The first `DIALECT_BYTES` decide. */
export function lengthBeforeHeader(start: Uint8Array, delimiter: string): number {
  const sepLineLength = lengthOfSepLine(start);
  return bytesBeforeHeader({ sepLineLength, titles: findTitles(start, sepLineLength, delimiter) });
}

/** The length in bytes of the `sep=` line. */
export function lengthOfSepLine(start: Uint8Array): number {
  return findSepLine(start)?.length ?? 0;
}

function findTitles(start: Uint8Array, sepLineLength: number, delimiter: string): TitleLines | undefined {
  return findTitleLines(start.subarray(sepLineLength, DIALECT_BYTES), delimiter, isWholeText(start));
}

function isWholeText(start: Uint8Array): boolean {
  return start.length < DIALECT_BYTES;
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
  /** The share of them that have as many cells as the header, apart from a trailing delimiter, 0 to 1. */
  readonly alike: number;
}

/** A guess, and by what it is compared with the others. */
interface Candidate extends DelimiterGuess {
  /** The share of the records that have as many cells as the header, and no quote that is stray or never closed. */
  readonly wellFormed: number;
  readonly cells: number;
  /** The offset of the header in the sample. */
  readonly headerStart: number;
  /** Whether the first record has as many cells as the header, because it is the header, or because title lines are padded. */
  readonly isFirstAlike: boolean;
  /** The records that have as many cells as the header. */
  readonly rows: readonly SampleRecord[];
}

/**
 * Guesses the delimiter by the beginning of a text in UTF-8: the candidate that gives the most records as many cells as the header,
 * and of equally good ones the one with more cells. Records with stray or unclosed quotes count only if candidates are equally good
 * without them: a delimiter inside quoted cells makes stray quotes of theirs. Undefined if no candidate occurs outside quotes in the
 * header, which is the first record unless there are title lines above it.
 *
 * @param isWhole whether the sample is the whole text, so that it cuts off no record.
 */
export function guessDelimiter(sample: Uint8Array, isWhole = false): DelimiterGuess | undefined {
  const occurring = CANDIDATES.filter((delimiter) => sample.includes(delimiter.charCodeAt(0)));
  const candidates = occurring.flatMap((delimiter) => candidateOf(delimiter, sample, isWhole) ?? []);
  const ofFirst = bestOf(candidates.filter(({ isFirstAlike }) => isFirstAlike));
  const belowTitles = bestOf(candidates.filter(({ isFirstAlike }) => !isFirstAlike));
  const best = belowTitles !== undefined && isTitled(belowTitles, ofFirst) ? belowTitles : ofFirst;
  return best && { delimiter: best.delimiter, records: best.records, alike: best.alike };
}

function candidateOf(delimiter: string, sample: Uint8Array, isWhole: boolean): Candidate | undefined {
  const all = readSampleRecords(sample, delimiter, isWhole);
  const records = all.filter(({ isBlankLine }) => !isBlankLine);
  const [first] = records;
  const header = findHeaderBelowTitles(all, sample, delimiter)?.header ?? first;
  if (first === undefined || header === undefined || header.cells < 2) {
    return undefined;
  }
  const { cells, start } = header;
  const rows = records.filter((record) => isAlike(record, cells));
  return {
    delimiter,
    records: records.length,
    alike: rows.length / records.length,
    wellFormed: rows.filter((record) => record.isWellQuoted).length / records.length,
    cells,
    headerStart: start,
    isFirstAlike: first.cells === cells,
    rows,
  };
}

/** Whether a delimiter is right that occurs as often below title lines, instead of the best one that occurs as often as in the first line. */
function isTitled(candidate: Candidate, ofFirst: Candidate | undefined): boolean {
  const isRow = ofFirst?.rows.some(({ start }) => start === candidate.headerStart) === true;
  return !isRow && (ofFirst === undefined || !isBetter(ofFirst, candidate));
}

/** The best candidate; the first of several that are equally good. */
function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined;
  for (const candidate of candidates) {
    best = best === undefined || isBetter(candidate, best) ? candidate : best;
  }
  return best;
}

function isBetter(one: Candidate, other: Candidate): boolean {
  const difference = one.wellFormed - other.wellFormed || one.alike - other.alike || one.cells - other.cells;
  return difference > 0;
}
