import type { UploadKind } from '../../model/upload.ts';
import { guessDelimiter } from '../csv/dialect.ts';
import { findDrawnTable } from '../csv/drawnTable.ts';
import { kindByName } from './kindByName.ts';
import type { NameClues } from './kindByName.ts';

const SAMPLE_LENGTH = 16_384;

/** The names and the text that hint at a document's kind. */
export interface KindClues extends NameClues {
  /** The text, or its beginning. */
  readonly text: string;
}

/** The kind by name, else by content; undefined if neither is clear. */
export function detectKind(clues: KindClues): UploadKind | undefined {
  return kindByName(clues) ?? kindOfContent(clues.text.slice(0, SAMPLE_LENGTH));
}

function kindOfContent(sample: string): UploadKind | undefined {
  if (/^\uFEFF?\s*(\[\s*([{\]]|\[\s*["\d-]|$)|\{\s*(["}]|$))/.test(sample)) {
    return 'json';
  }
  if (findDrawnTable(Buffer.from(sample)) !== undefined) {
    return 'csv';
  }
  const guess = guessDelimiter(Buffer.from(sample));
  // Prose has commas too, so at least two lines with the same number of cells are required.
  if (guess === undefined || guess.records < 2 || guess.alike < 1) {
    return undefined;
  }
  return guess.delimiter === '\t' ? 'tsv' : 'csv';
}
