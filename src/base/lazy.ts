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

/** Like `lazy`, for what is created synchronously. */
export function once<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined;
  return () => (created ??= { value: create() }).value;
}
