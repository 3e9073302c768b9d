/**
 * Returns a function that creates something at its first call, typically from a module that it loads with `import()`, and
 * returns the same promise afterwards. A creation that rejects is tried again at the next call.
 */
export function lazy<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}
