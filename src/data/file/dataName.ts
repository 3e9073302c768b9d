import { KINDS_BY_EXTENSION } from './kindByName.ts';

const DATA_EXTENSIONS = [...KINDS_BY_EXTENSION.keys()];

/** The extensions, without their dots, of files that can be chosen. A text file may have data. */
export const OFFERED_EXTENSIONS = [...DATA_EXTENSIONS, 'txt', 'gz'];

const DATA_NAME = extensionOf(DATA_EXTENSIONS);
const OFFERED_NAME = extensionOf([...DATA_EXTENSIONS, 'txt']);

/** Whether a file of a folder has data, by its name. Not if it is hidden: macOS writes `._ledger.csv` beside `ledger.csv`. */
export function hasDataName(fileName: string): boolean {
  return DATA_NAME.test(fileName) && !fileName.startsWith('.');
}

/** Whether a file may have data, by its path or name. */
export function hasOfferedName(path: string): boolean {
  return OFFERED_NAME.test(path);
}

/** Whether a file is compressed CSV or JSON, by its name and its first bytes. A compressed archive of several files is not. */
export function isGzippedData(fileName: string, head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 0x08 && hasDataName(fileName);
}

/** The name of the data in a file: without `.gz`. */
export function nameInside(fileName: string): string {
  return fileName.replace(/\.gz$/i, '');
}

/** With `.gz` after it if the file is compressed. */
function extensionOf(extensions: readonly string[]): RegExp {
  return new RegExp(`\\.(${extensions.join('|')})(\\.gz)?$`, 'i');
}
