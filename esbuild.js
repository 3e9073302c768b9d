import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { build, context } from 'esbuild';

const MAIN_BUNDLE_LIMIT_BYTES = 120_000;

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;

/** Bundles of the extension that are loaded when they are first needed, by the file their dynamic import names. */
const chunks = ['src/api/undiciFetch.ts', 'src/data/checkWorker.ts'];

/** Leaves `import('./undiciFetch.ts')` standing in a bundle, as the file that this chunk becomes beside it. */
const lateChunks = {
  name: 'late-chunks',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' && chunks.some((chunk) => basename(chunk) === basename(path))
        ? { path: `./${basename(path, '.ts')}.cjs`, external: true }
        : undefined,
    );
  },
};

/**
 * undici writes its dispatcher into slots of the global symbol registry, which every extension in the same host shares.
 * Ours is passed to each request, so the slots are never needed and stay untouched.
 */
const withoutGlobalDispatcher = {
  name: 'without-global-dispatcher',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]undici[\\/]lib[\\/]global\.js$/ }, () => ({
      contents: `module.exports = {
        getGlobalDispatcher() { throw new Error('Every request names its dispatcher.') },
        setGlobalDispatcher() { throw new Error('Every request names its dispatcher.') },
      }`,
    }));
  },
};

const shared = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  outExtension: { '.js': '.cjs' },
  logLevel: 'warning',
  minify: production,
  sourcemap: !production,
  metafile: true,
};

const bundles = {
  extension: {
    ...shared,
    entryPoints: ['src/extension.ts', ...chunks],
    entryNames: '[name]',
    outdir: 'dist',
    external: ['vscode'],
    // jsonc-parser's other form hides its files from the bundler.
    mainFields: ['module', 'main'],
    plugins: [lateChunks, withoutGlobalDispatcher],
  },
  service: {
    ...shared,
    minify: false,
    entryPoints: { localService: 'src/localService/main.ts' },
    outdir: 'out',
    // Only there, and only loaded, where requests and answers are held against the contract: in tests.
    external: ['openapi-backend'],
    loader: { '.yaml': 'text' },
  },
  integration: {
    ...shared,
    minify: false,
    entryPoints: { integration: 'test/integration/index.ts' },
    outdir: 'out',
    external: ['vscode', 'mocha'],
  },
};

/** Fails the build when what is loaded at start-up has grown too large. Only a minified build says something about that. */
function checkSize(metafile) {
  const { bytes } = metafile.outputs['dist/extension.cjs'];
  if (bytes > MAIN_BUNDLE_LIMIT_BYTES) {
    throw new Error(`dist/extension.cjs has ${bytes} bytes; at most ${MAIN_BUNDLE_LIMIT_BYTES} are allowed.`);
  }
  console.log(`dist/extension.cjs: ${bytes} of at most ${MAIN_BUNDLE_LIMIT_BYTES} bytes`);
}

const wanted = Object.entries(bundles).filter(([name]) =>
  only === undefined ? !(production && name === 'integration') : name === only,
);
if (only === undefined) {
  await rm('dist', { recursive: true, force: true });
}
for (const [name, options] of wanted) {
  if (watch) {
    await (await context(options)).watch();
    continue;
  }
  const { metafile } = await build(options);
  if (name === 'extension' && production) {
    checkSize(metafile);
  }
}
