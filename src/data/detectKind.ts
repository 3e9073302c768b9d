import type { UploadKind } from '../model/upload.ts';
import { guessDelimiter } from './delimiter.ts';

const SAMPLE_LENGTH = 16_384;

const BY_LANGUAGE: ReadonlyMap<string, UploadKind> = new Map([
  ['csv', 'csv'],
  ['dynamic csv', 'csv'],
  ['csv (semicolon)', 'csv'],
  ['csv (pipe)', 'csv'],
  ['tsv', 'tsv'],
  ['json', 'json'],
  ['jsonc', 'json'],
]);

const BY_EXTENSION: ReadonlyMap<string, UploadKind> = new Map([
  ['.csv', 'csv'],
  ['.tsv', 'tsv'],
  ['.tab', 'tsv'],
  ['.json', 'json'],
]);

/** What a document tells about itself. */
export interface KindClues {
  readonly languageId: string;
  readonly fileName: string;
  /** The text, or its beginning. */
  readonly text: string;
}

/** Decides what a text is by its language, else by its file name, else by how it looks; undefined where nothing tells. */
export function detectKind({ languageId, fileName, text }: KindClues): UploadKind | undefined {
  const extension = /\.[^./\\]+$/.exec(fileName)?.[0].toLowerCase() ?? '';
  return BY_LANGUAGE.get(languageId) ?? BY_EXTENSION.get(extension) ?? kindOfContent(text.slice(0, SAMPLE_LENGTH));
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
