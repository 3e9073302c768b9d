import { globSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';

const LAZY_IMPORT = /\bimport\('(\.[^']+\.ts)'\)/g;
const EXPORT = /^export (?:async )?(?:function\*?|class|const) (\w+)/gm;

/**
 * An esbuild plugin that bundles what `import()` loads into a few large chunks. Without it, esbuild writes one chunk for each combination
 * of entry points that share a module: dozens of tiny files.
 *
 * - The lazily loaded modules of a folder become one module that exports everything they export.
 * - That module also imports everything that is always loaded before it, so that esbuild doesn't split the code that both use into
 *   separate chunks.
 *
 * @param entry the module that is loaded first.
 * @param start the chunks that are always loaded before any other, in this order.
 * @param together folders whose modules are needed at the same time, by the name of their chunk.
 * @param standalone built files to import in place of modules, by the paths of these.
 */
export function lazyChunks({ entry, start, together, standalone }) {
  /** The modules of each chunk that `import()` names. */
  const chunks = new Map();
  const chunkOf = (file) => {
    const folder = posix.dirname(file);
    const name = Object.keys(together).find((key) => together[key].includes(folder));
    return name ?? posix.relative('src', folder).replaceAll('/', '-');
  };
  const modulesOf = (chunk) => [...(chunks.get(chunk) ?? [])];
  /** What is loaded before a chunk: the entry, and all start chunks or those that come before it. */
  const loadedBefore = (chunk) => [
    entry,
    ...(start.includes(chunk) ? start.slice(0, start.indexOf(chunk)) : start).flatMap(modulesOf),
  ];
  const importedBy = (file, path) => posix.join(posix.dirname(file), path);
  return {
    name: 'lazy-chunks',
    setup({ onStart, onResolve, onLoad }) {
      onStart(() => {
        chunks.clear();
        for (const file of globSync('src/**/*.ts').map((path) => path.replaceAll(sep, '/'))) {
          for (const [, path] of readFileSync(file, 'utf8').matchAll(LAZY_IMPORT)) {
            const lazy = importedBy(file, path);
            if (standalone[lazy] === undefined) {
              chunks.set(chunkOf(lazy), (chunks.get(chunkOf(lazy)) ?? new Set()).add(lazy));
            }
          }
        }
        return { errors: [...chunks.values()].flatMap(exportedTwice) };
      });
      onResolve({ filter: /^\./ }, ({ kind, path, importer }) => {
        if (kind !== 'dynamic-import') {
          return undefined;
        }
        const lazy = importedBy(
          posix.relative(process.cwd().replaceAll(sep, '/'), importer.replaceAll(sep, '/')),
          path,
        );
        return standalone[lazy] === undefined
          ? { path: chunkOf(lazy), namespace: 'lazy-chunk' }
          : { path: standalone[lazy], external: true };
      });
      onLoad({ filter: /.*/, namespace: 'lazy-chunk' }, ({ path: chunk }) => ({
        contents: [
          ...loadedBefore(chunk).map((file) => `import './${file}';`),
          ...modulesOf(chunk).map((file) => `export * from './${file}';`),
        ].join('\n'),
        resolveDir: process.cwd(),
      }));
    },
  };
}

/** `export *` silently leaves out a name that two modules export. */
function exportedTwice(files) {
  const names = [...files].flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(EXPORT), ([, name]) => name),
  );
  return names
    .filter((name, index) => names.indexOf(name) < index)
    .map((name) => ({ text: `"${name}" is exported by two modules of one chunk: ${[...files].join(', ')}` }));
}
