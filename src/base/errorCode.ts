/** The `code` of an error, such as `ENOENT`; undefined without one, and for anything but an error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The codes of Node and of VS Code's file systems for a file that does not exist, also because its path goes through a file or has a
 * name that is too long.
 */
const MISSING: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ENAMETOOLONG',
  'FileNotFound',
  'FileNotADirectory',
]);

/** Whether an error says that a file does not exist. */
export function isMissingFile(error: unknown): boolean {
  return MISSING.has(errorCode(error));
}
