import { INVISIBLE } from '../../base/displayText.ts';
import { MAX_PATH_LENGTH } from './toolInput.ts';
import { ToolError } from './toolError.ts';

/** An open folder. */
export interface ToolFolder {
  readonly name: string;
  /** Its path on this machine; undefined if it is elsewhere. */
  readonly path: string | undefined;
}

/** A file in one of the open folders. */
export interface FolderFile<F extends ToolFolder> {
  readonly folder: F;
  /** The path in it: neither empty segments nor `.` and `..`. */
  readonly segments: readonly string[];
}

/** Control characters, and those that make a path read as another one. */
const MISLEADING = new RegExp(String.raw`[\p{Cc}\p{Surrogate}\u2028\u2029]|${INVISIBLE}`, 'u');

/**
 * Finds the folder of a path that a language model wrote: relative to the only folder, preceded by the name of one of several, or
 * absolute. Nothing is expanded or normalized: no `..`, no `~`, no globs, no URIs. Links are resolved when the file is read.
 * Throws `ToolError`.
 */
export function findInFolders<F extends ToolFolder>(
  file: string,
  folders: readonly F[],
  isWindows: boolean,
): FolderFile<F> {
  if (folders.length === 0) {
    throw new ToolError('outsideWorkspace', 'No folder is open, so there are no files that this tool can read.');
  }
  if (file.length > MAX_PATH_LENGTH || MISLEADING.test(file)) {
    throw new ToolError('invalidInput', 'The path contains control characters, or characters that are invisible.');
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(file)) {
    throw new ToolError('invalidInput', 'Pass a path in the workspace, not a URI.');
  }
  const segments = segmentsOf(file, isWindows);
  if (segments.includes('..')) {
    throw new ToolError('outsideWorkspace', 'Pass a path without "..": only files in the workspace can be used.');
  }
  const found = isAbsolute(file, isWindows)
    ? inFolderOfPath(segments, folders, isWindows)
    : inNamedFolder(segments, folders);
  if (found.segments.length === 0) {
    throw new ToolError('invalidInput', 'The path names a folder. Pass the path of a file.');
  }
  return found;
}

function segmentsOf(path: string, isWindows: boolean): readonly string[] {
  return path.split(isWindows ? /[\\/]/ : '/').filter((segment) => segment !== '' && segment !== '.');
}

function isAbsolute(path: string, isWindows: boolean): boolean {
  return path.startsWith('/') || (isWindows && /^(?:[a-z]:|\\)/i.test(path));
}

/** The innermost folder, as folders can be inside one another. */
function inFolderOfPath<F extends ToolFolder>(
  segments: readonly string[],
  folders: readonly F[],
  isWindows: boolean,
): FolderFile<F> {
  const fold = (segment: string | undefined): string | undefined => (isWindows ? segment?.toLowerCase() : segment);
  const candidates = folders.flatMap((folder) => {
    const base = folder.path === undefined ? undefined : segmentsOf(folder.path, isWindows);
    const isInside = base?.every((segment, index) => fold(segment) === fold(segments[index])) ?? false;
    return base !== undefined && isInside ? [{ folder, segments: segments.slice(base.length) }] : [];
  });
  const [innermost] = candidates.sort((a, b) => a.segments.length - b.segments.length);
  if (innermost === undefined) {
    throw new ToolError(
      'outsideWorkspace',
      'The file is not in the workspace. Only files in the workspace can be used.',
    );
  }
  return innermost;
}

function inNamedFolder<F extends ToolFolder>(segments: readonly string[], folders: readonly F[]): FolderFile<F> {
  const [single, ...otherFolders] = folders;
  if (single !== undefined && otherFolders.length === 0) {
    return { folder: single, segments };
  }
  const [first, ...others] = segments;
  const [named, ...alike] = folders.filter(({ name }) => name === first);
  if (named === undefined || alike.length > 0) {
    throw new ToolError(
      'invalidInput',
      'Several folders are open. Pass an absolute path, or one that begins with the name of a folder.',
      { folders: folders.map(({ name }) => name.slice(0, 100)).slice(0, 20) },
    );
  }
  return { folder: named, segments: others };
}
