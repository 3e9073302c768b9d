import type { UploadKind } from '../../model/upload.ts';
import { guessDelimiter } from './delimiter.ts';
import { findSepLine } from './sepLine.ts';

/** How much of a text the delimiter is judged by. */
export const DIALECT_BYTES = 65_536;

/** How a CSV text is to be read. */
export interface CsvDialect {
  readonly delimiter: string;
  /** How many bytes the `sep=` line takes at the start; 0 where there is none. */
  readonly sepLineLength: number;
}

/** Judges by the beginning of a text, without its byte order mark: what a `sep=` line says, else tabs for TSV, else what it looks like. */
export function detectDialect(start: Uint8Array, kind: UploadKind): CsvDialect {
  const sepLine = findSepLine(start);
  const delimiter =
    sepLine?.delimiter ?? (kind === 'tsv' ? '\t' : guessDelimiter(start.subarray(0, DIALECT_BYTES))?.delimiter) ?? ',';
  return { delimiter, sepLineLength: sepLine?.length ?? 0 };
}
