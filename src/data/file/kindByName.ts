import type { UploadKind } from '../../model/upload.ts';

/** The kinds of documents by their language IDs. The `when` clauses of the manifest list the same languages. */
export const KINDS_BY_LANGUAGE: ReadonlyMap<string, UploadKind> = new Map([
  ['csv', 'csv'],
  ['dynamic csv', 'csv'],
  ['tsv', 'tsv'],
  ['json', 'json'],
  ['jsonc', 'json'],
  ['jsonl', 'json'],
]);

/** The kinds of files by their extensions, without the dots. The `when` clauses of the manifest list the same extensions. */
export const KINDS_BY_EXTENSION: ReadonlyMap<string, UploadKind> = new Map([
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['tab', 'tsv'],
  ['json', 'json'],
  ['jsonl', 'json'],
  ['ndjson', 'json'],
]);

/** The language IDs of other delimiters, such as `csv (semicolon)`. */
const OTHER_CSV = /^csv ./;

/** The names that hint at a document's kind. */
export interface NameClues {
  readonly languageId: string;
  readonly fileName: string;
}

/** The kind by language, else by file extension; undefined if neither is known. */
export function kindByName({ languageId, fileName }: NameClues): UploadKind | undefined {
  const extension = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return KINDS_BY_LANGUAGE.get(OTHER_CSV.test(languageId) ? 'csv' : languageId) ?? KINDS_BY_EXTENSION.get(extension);
}
