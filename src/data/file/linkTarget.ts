import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, parse, relative, sep } from 'node:path';

/** Where a symbolic link in a file's path leads. */
export interface LinkTarget {
  /** Where the file really is; undefined where that can't be told. */
  readonly path: string | undefined;
  /** Whether that is outside of the folder, or may be. */
  readonly leavesFolder: boolean;
}

/** The code of the error for a link to something that does not exist. */
export const BROKEN_LINK = 'BROKEN_LINK';

/**
 * The real path of a file, and whether links lead it out of its folder. `target` is undefined where there is no link below the
 * folder: by which path the folder itself is opened is the user's choice. Throws what the file system says, and a `BROKEN_LINK`
 * error for a link that leads nowhere.
 *
 * @param folder that the path lies in; undefined: none that is open. Then a link of the file leaves the folder where it leads
 * out of the file's directory, and one of that directory always does; one further up is only named.
 */
export async function resolveLinks(
  path: string,
  folder: string | undefined,
): Promise<{ readonly realPath: string; readonly target: LinkTarget | undefined }> {
  const realPath = await realpath(path).catch(async (error: unknown) => {
    throw (await isLink(path)) ? Object.assign(new Error('The link leads nowhere.'), { code: BROKEN_LINK }) : error;
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

/** File systems that ignore the case give the real path in the case of the directory. */
function isSamePath(one: string, other: string): boolean {
  return one === other || (process.platform !== 'linux' && one.toLowerCase() === other.toLowerCase());
}
