import { basename, resolve } from 'node:path';

/**
 * An esbuild plugin that makes few, large chunks of what `import()` loads. Without it, esbuild writes one chunk for each combination
 * of entry points that share a module: dozens of tiny files.
 *
 * - The modules of a group are one module that exports everything they export. Their exports must have different names.
 * - A module that is loaded later also imports the start module, which is always loaded by then. So everything that start-up
 *   needs is in one chunk, whatever else uses it.
 *
 * @param start the module that is loaded first.
 * @param groups by the name of the chunk, modules that `import()` names and that are needed at the same time. Others get a
 * chunk of their own.
 */
export function lazyChunks(start, groups) {
  const chunks = new Map(Object.entries(groups).map(([name, files]) => [name, files.map((file) => resolve(file))]));
  const chunkOf = (file) => [...chunks].find(([, files]) => files.includes(file))?.[0];
  return {
    name: 'lazy-chunks',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') {
          return undefined;
        }
        const file = resolve(resolveDir, path);
        const name = chunkOf(file) ?? basename(file, '.ts');
        chunks.set(name, chunks.get(name) ?? [file]);
        return { path: name, namespace: 'lazy-chunk' };
      });
      onLoad({ filter: /.*/, namespace: 'lazy-chunk' }, ({ path: name }) => ({
        contents: [
          `import ${JSON.stringify(resolve(start))};`,
          ...chunks.get(name).map((file) => `export * from ${JSON.stringify(file)};`),
        ].join('\n'),
        resolveDir: process.cwd(),
      }));
    },
  };
}
