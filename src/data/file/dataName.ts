/** The extensions of files with data, without their dots. */
const DATA_EXTENSIONS = ['csv', 'tsv', 'tab', 'json', 'jsonl', 'ndjson'];

/** Those of files that can be chosen. A text file may have data. */
export const OFFERED_EXTENSIONS = [...DATA_EXTENSIONS, 'txt'];

const DATA_NAME = extensionOf(DATA_EXTENSIONS);
const OFFERED_NAME = extensionOf(OFFERED_EXTENSIONS);

/** Whether a file of a folder has data, by its name. Not if it is hidden: macOS writes `._ledger.csv` beside `ledger.csv`. */
export function hasDataName(fileName: string): boolean {
  return DATA_NAME.test(fileName) && !fileName.startsWith('.');
}

/** Whether a file may have data, by its path or name. */
export function hasOfferedName(path: string): boolean {
  return OFFERED_NAME.test(path);
}

function extensionOf(extensions: readonly string[]): RegExp {
  return new RegExp(`\\.(${extensions.join('|')})$`, 'i');
}
