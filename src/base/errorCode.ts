/** The `code` of an error, such as `ENOENT`; undefined without one, and for anything but an error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
