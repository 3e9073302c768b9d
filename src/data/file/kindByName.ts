import type { UploadKind } from '../../model/upload.ts';

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

/** The names that hint at a document's kind. */
export interface NameClues {
  readonly languageId: string;
  readonly fileName: string;
}

/** The kind by language, else by file extension; undefined if neither is known. */
export function kindByName({ languageId, fileName }: NameClues): UploadKind | undefined {
  const extension = /\.[^./\\]+$/.exec(fileName)?.[0].toLowerCase() ?? '';
  return BY_LANGUAGE.get(languageId) ?? BY_EXTENSION.get(extension);
}
