/** The `code` of an error, such as `ENOENT`; undefined without one, and for anything but an error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The codes of Node and of VS Code's file systems for a file that does not exist. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'FileNotFound']);

/** Whether an error says that a file does not exist. */
export function isMissingFile(error: unknown): boolean {
  return MISSING.has(errorCode(error));
}
