import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, parse, relative, sep } from 'node:path';

/** The target of a symbolic link in a file's path. */
export interface LinkTarget {
  /** The real path; undefined if it is not known. */
  readonly path: string | undefined;
  /** Whether the target is, or may be, outside of the folder. */
  readonly leavesFolder: boolean;
}

/** The error code for a link to a file that does not exist. */
export const BROKEN_LINK = 'BROKEN_LINK';

/**
 * The real path of a file, and whether links lead out of its folder. `target` is undefined if there is no link below the folder;
 * links above it are the user's choice. Throws file system errors, and a `BROKEN_LINK` error for a link to a missing file.
 *
 * @param folder the open folder that contains the path, if any. Without one, a link of the file leaves the folder if it leads out of
 * the file's directory, a link of that directory always does, and links further up never do.
 */
export async function resolveLinks(
  path: string,
  folder: string | undefined,
): Promise<{ readonly realPath: string; readonly target: LinkTarget | undefined }> {
  const realPath = await realpath(path).catch(async (error: unknown) => {
    throw (await isLink(path))
      ? Object.assign(new Error('The target of the link does not exist.'), { code: BROKEN_LINK })
      : error;
  });
  const base = folder ?? parse(path).root;
  if (isSamePath(relative(base, path), relative(await realpath(base), realPath))) {
    return { realPath, target: undefined };
  }
  const directory = dirname(path);
  const leavesFolder =
    (folder === undefined && (await isLink(directory))) ||
    leadsOut(relative(await realpath(folder ?? directory), realPath));
  return { realPath, target: { path: realPath, leavesFolder } };
}

function leadsOut(relativePath: string): boolean {
  return relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath);
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}

/** On case-insensitive file systems, the real path has the case of the directory entries. */
function isSamePath(one: string, other: string): boolean {
  return one === other || (process.platform !== 'linux' && one.toLowerCase() === other.toLowerCase());
}
