import type { UploadKind } from '../../model/upload.ts';
import { guessDelimiter } from '../csv/dialect.ts';
import { kindByName } from './kindByName.ts';
import type { NameClues } from './kindByName.ts';

const SAMPLE_LENGTH = 16_384;

/** What a document tells about itself. */
export interface KindClues extends NameClues {
  /** The text, or its beginning. */
  readonly text: string;
}

/** Decides what a text is by its name, else by how it looks; undefined where nothing tells. */
export function detectKind(clues: KindClues): UploadKind | undefined {
  return kindByName(clues) ?? kindOfContent(clues.text.slice(0, SAMPLE_LENGTH));
}

function kindOfContent(sample: string): UploadKind | undefined {
  if (/^\uFEFF?\s*(\[\s*([{\]]|$)|\{\s*(["}]|$))/.test(sample)) {
    return 'json';
  }
  const guess = guessDelimiter(Buffer.from(sample));
  // One line proves nothing: prose has commas too. Two lines with as many cells do.
  if (guess === undefined || guess.records < 2 || guess.alike < 1) {
    return undefined;
  }
  return guess.delimiter === '\t' ? 'tsv' : 'csv';
}
