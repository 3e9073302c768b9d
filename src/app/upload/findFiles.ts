import { posix } from 'node:path';
import { parseGlob } from '../../base/glob.ts';

/** A file that a path or a glob names. */
export interface FoundFile {
  readonly uri: string;
  /** Its full path, as programs show it. */
  readonly path: string;
}

/**
 * Why nothing is found: no folder is open, none in an open folder matches, the path is that of a folder, they are outside of the open
 * folders, or too many match.
 */
export type FilesProblem = 'noFolder' | 'outside' | 'noMatch' | 'folder' | 'tooMany';

/** A folder that is open in the window. */
export interface OpenFolder {
  /** Its full path, with slashes. */
  readonly path: string;
  isFile(path: string): Promise<boolean>;
  /** The entries of a directory, by its path in the folder; '' for the folder itself. */
  list(path: string): Promise<readonly FolderEntry[]>;
  fileOf(path: string): FoundFile;
}

interface FolderEntry {
  readonly name: string;
  /** A symbolic link to a directory is neither: following it may never end. */
  readonly type: 'file' | 'directory' | 'other';
}

/** How many can be uploaded at a time: as many as a review can list. */
export const MAX_FILES = 200;
const MAX_ENTRIES = 50_000;
const SKIPPED = new Set(['.git', 'node_modules']);

/** By the numbers in their names: `ledger-2.csv` comes before `ledger-10.csv`. */
export const comparePaths = new Intl.Collator(undefined, { numeric: true }).compare;

/**
 * The files that a path or a glob names, relative to the first folder, or absolute in any open folder. Sorted by path. Never
 * reaches files outside of the open folders.
 *
 * @param folders all open folders; that of a task comes first.
 * @param signal ends the search; it then rejects with the signal's reason.
 */
export async function findFiles(
  file: string,
  folders: readonly OpenFolder[],
  signal?: AbortSignal,
): Promise<readonly FoundFile[] | FilesProblem> {
  const resolved = resolvePath(file, folders);
  if (typeof resolved === 'string') {
    return resolved;
  }
  const { folder, path } = resolved;
  if (await folder.isFile(path)) {
    return [folder.fileOf(path)];
  }
  const paths = isGlob(path) ? await matchesIn(folder, path, signal) : [];
  if (paths === 'tooMany') {
    return paths;
  }
  if (paths.length === 0) {
    return (await isFolder(folder, [path])) ? 'folder' : 'noMatch';
  }
  return paths.sort(comparePaths).map((match) => folder.fileOf(match));
}

function resolvePath(
  file: string,
  folders: readonly OpenFolder[],
): { readonly folder: OpenFolder; readonly path: string } | FilesProblem {
  const [own] = folders;
  if (own === undefined) {
    return 'noFolder';
  }
  const given = normalize(file.trim().replaceAll('\\', '/'));
  const leadsOut = given === '..' || given.startsWith('../');
  if (!isAbsolute(given) && !leadsOut) {
    return { folder: own, path: given };
  }
  // It may lead to another folder that is open.
  const path = leadsOut ? normalize(`${own.path}/${given}`) : given;
  for (const folder of folders) {
    const inFolder = pathIn(folder, path);
    if (inFolder !== undefined) {
      return { folder, path: inFolder };
    }
  }
  return 'outside';
}

/** Like `posix.normalize`, but keeps both slashes at the start of `//server/share`, a network share of Windows. */
function normalize(path: string): string {
  return isShare(path) ? `/${posix.normalize(path)}` : posix.normalize(path);
}

function isShare(path: string): boolean {
  return /^\/\/[^/]/.test(path);
}

function isOnDrive(path: string): boolean {
  return /^[A-Za-z]:\//.test(path);
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || isOnDrive(path);
}

/** The path relative to the folder; undefined if it is not in it. Windows does not distinguish upper from lower case. */
function pathIn(folder: OpenFolder, path: string): string | undefined {
  const root = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  // Elsewhere, two slashes at the start mean the same as one.
  const full = isShare(root) ? path : path.replace(/^\/\//, '/');
  const start = `${full}/`.slice(0, root.length);
  const isIn = isShare(root) || isOnDrive(root) ? start.toLowerCase() === root.toLowerCase() : start === root;
  return isIn ? full.slice(root.length) : undefined;
}

function isGlob(path: string): boolean {
  return /[*?{[]/.test(path);
}

/** The index of the first segment that is a glob, and not the name of a folder that has brackets or braces. */
async function firstGlob(folder: OpenFolder, segments: readonly string[]): Promise<number> {
  for (const [index, segment] of segments.entries()) {
    if (isGlob(segment) && (/[*?]/.test(segment) || !(await isFolder(folder, segments.slice(0, index + 1))))) {
      return index;
    }
  }
  return segments.length - 1;
}

function isFolder(folder: OpenFolder, segments: readonly string[]): Promise<boolean> {
  return folder.list(segments.join('/')).then(
    () => true,
    () => false,
  );
}

async function matchesIn(
  folder: OpenFolder,
  glob: string,
  signal: AbortSignal | undefined,
): Promise<string[] | 'tooMany'> {
  const segments = glob.split('/');
  const first = await firstGlob(folder, segments);
  // Without a slash a glob would match in every folder below. Here it is relative to the folder, like a path.
  const rest = segments.slice(first);
  const matches = parseGlob(`folder/${rest.join('/')}`);
  if (matches === undefined) {
    return [];
  }
  const root = segments.slice(0, first).join('/');
  const deepest = rest.some((segment) => segment.includes('**')) ? Infinity : rest.length;
  const found: string[] = [];
  const directories = [''];
  let entries = 0;
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    signal?.throwIfAborted();
    for (const { name, type } of await folder.list(posix.join(root, directory)).catch(() => [])) {
      const path = posix.join(directory, name);
      entries += 1;
      if (type === 'directory' && !SKIPPED.has(name) && path.split('/').length < deepest) {
        directories.push(path);
      } else if (type === 'file' && matches(`folder/${path}`)) {
        found.push(posix.join(root, path));
      }
      if (found.length > MAX_FILES || entries > MAX_ENTRIES) {
        return 'tooMany';
      }
    }
  }
  return found;
}
