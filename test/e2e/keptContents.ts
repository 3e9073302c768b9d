/** What a file has that may be written somewhere. */
export type Content =
  'the name of the file' | 'the name of a column' | 'the name of a column of numbers' | 'a cell' | 'a number';

interface Keeper {
  readonly place: string;
  /** Below the data folder of the server. The first one that matches is that of a file. Without one: the storage of the browser. */
  readonly files?: RegExp;
  /** What may be there while the account is signed in, and in what is ours nothing afterwards (SECURITY.md, What is kept). */
  readonly contents: readonly Content[];
  /** Whether the extension writes there; VS Code itself remembers the files that were opened. */
  readonly isOurs: boolean;
}

const STORAGE = 'data/User/globalStorage/data-connections.data-connections';

export const KEPT: readonly Keeper[] = [
  { place: 'the log of the extension', files: /Data Connections\.log$/, contents: [], isOurs: true },
  {
    place: 'the database of jobs',
    files: new RegExp(`^${STORAGE}/jobs\\.db`),
    contents: ['the name of the file', 'the name of a column', 'the name of a column of numbers'],
    isOurs: true,
  },
  {
    place: 'the copies of uploads',
    files: new RegExp(`^${STORAGE}/.*\\.zst$`),
    contents: ['the name of a column', 'the name of a column of numbers', 'a cell', 'a number'],
    isOurs: true,
  },
  {
    place: 'the fingerprints and all other files of the extension',
    files: new RegExp(`^(?:${STORAGE}|extensions)/`),
    contents: [],
    isOurs: true,
  },
  { place: 'the logs of VS Code', files: /^data\/logs\//, contents: ['the name of the file'], isOurs: false },
  {
    place: 'the backups and the local history of VS Code',
    files: /^data\/User\/(?:Backups|History)\//,
    contents: ['the name of the file', 'the name of a column', 'the name of a column of numbers', 'a cell', 'a number'],
    isOurs: false,
  },
  { place: 'all other files of VS Code', files: /^/, contents: ['the name of the file'], isOurs: false },
  { place: 'the storage of the browser', contents: ['the name of the file'], isOurs: false },
];

/** The place of a file, or of what the browser stores. */
export function placeOf(path: string | undefined): string {
  const keeper = KEPT.find(({ files }) => (path === undefined ? files === undefined : files?.test(path) === true));
  return keeper?.place ?? '';
}
