/** Returns a function that creates something at its first call, and returns the same afterwards. */
export function once<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined;
  return () => (created ??= { value: create() }).value;
}
