import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, context } from 'esbuild';
import { bundledPackages } from './build/bundledPackages.js';
import { lazyChunks } from './build/lazyChunks.js';
import { packagedReadme, readDocuments } from './build/packagedReadme.js';
import { requiredVscode } from './build/requiredVscode.js';
import { softwareBill } from './build/softwareBill.js';
import { thirdPartyNotices } from './build/thirdPartyNotices.js';

/** Limits for the code that every window loads at start-up, and for what a window with an account loads. */
const START_LIMIT_BYTES = 20_000;
const FEATURES_LIMIT_BYTES = 136_000;
/** Reading many small files takes longer than reading a few large ones. */
const MAX_EXTENSION_FILES = 25;
/** The demo's service, which is read only when the demo is started. */
const DEMO_LIMIT_BYTES = 80_000;

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const only = argument('--only')?.split(',');
/** The output folder of the extension's bundles. Tests that run them build their own. */
const outdir = argument('--outdir') ?? 'dist';

function argument(name) {
  return process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
}

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
  target: 'node22',
  // Prefers the ES modules of a package to its CommonJS, because some of the latter call require() in ways that can't be bundled.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  sourcemap: !production,
  metafile: true,
};

const program = { ...shared, format: 'cjs', outdir: 'out', outExtension: { '.js': '.cjs' } };

const modules = {
  ...shared,
  format: 'esm',
  minify: production,
  outdir,
  outExtension: { '.js': '.mjs' },
  // For packages that call require() for Node's own modules.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
};

const bundles = {
  extension: {
    ...modules,
    splitting: true,
    entryPoints: { extension: 'src/extension.ts' },
    chunkNames: '[name]-[hash]',
    plugins: [
      requiredVscode(),
      lazyChunks({
        entry: 'src/extension.ts',
        start: ['features', 'account'],
        together: {
          features: ['src'],
          account: [
            'src/jobs/database',
            'src/jobs/store',
            'src/app/tracking',
            'src/api',
            'src/app/session',
            'src/ui/editorTitle',
          ],
          commands: [
            'src/ui/accounts',
            'src/ui/commands',
            'src/ui/connections',
            'src/ui/jobs',
            'src/ui/format',
            'src/app/connections',
            'src/app/sync',
          ],
          check: ['src/ui/check', 'src/ui/editor', 'src/ui/profilePage'],
          pages: ['src/ui/jobPage', 'src/ui/connectionPage', 'src/ui/overview'],
          support: ['src/ui/diagnose', 'src/ui/links'],
          upload: ['src/ui/upload', 'src/ui/tasks', 'src/ui/tools', 'src/ui/serviceProblems'],
        },
        standalone: { 'src/api/undiciFetch.ts': './undiciFetch.mjs' },
      }),
    ],
  },
  // Each is one self-contained file: the entry point of the worker threads, and undici, which most windows never load.
  standalone: {
    ...modules,
    entryPoints: { dataWorker: 'src/data/worker/main.ts', undiciFetch: 'src/api/undiciFetch.ts' },
    plugins: [withoutGlobalDispatcher],
  },
  // The pages (webviews): one script and one style sheet each, for a browser, which are read only when the page is opened.
  jobPage: {
    ...shared,
    platform: 'browser',
    target: 'chrome134',
    format: 'iife',
    minify: production,
    entryPoints: {
      connectionPage: 'src/ui/connectionPage/page/main.ts',
      jobPage: 'src/ui/jobPage/page/main.ts',
      overview: 'src/ui/overview/page/main.ts',
      profilePage: 'src/ui/profilePage/page/main.ts',
      rowsPage: 'src/ui/rowsPage/page/main.ts',
      summaryPage: 'src/ui/summaryPage/page/main.ts',
    },
    outdir,
  },
  // The entry point of the demo's process.
  demo: {
    ...modules,
    entryPoints: { demoService: 'src/localService/demo/main.ts' },
  },
  service: {
    ...program,
    entryPoints: { localService: 'src/localService/main.ts' },
    // Installed and loaded only in tests, which validate requests and responses against the contract.
    external: ['openapi-backend'],
    loader: { '.yaml': 'text' },
  },
  integration: {
    ...program,
    entryPoints: { integration: 'test/integration/index.ts' },
    external: ['vscode', 'mocha'],
  },
};

/** The total size of an entry point's file and of all files that it imports statically. */
function loadedBytes(outputs, entryPoint) {
  const loaded = new Set();
  const visit = (file) => {
    if (!loaded.has(file)) {
      loaded.add(file);
      outputs[file].imports
        .filter(({ kind, external }) => kind === 'import-statement' && !external)
        .forEach(({ path }) => visit(path));
    }
  };
  visit(Object.keys(outputs).find((file) => outputs[file].entryPoint === entryPoint));
  return [...loaded].reduce((sum, file) => sum + outputs[file].bytes, 0);
}

/** Fails the build if start-up loads too much or there are too many files. Called only for minified builds. */
function checkSize({ outputs }) {
  for (const [module, limit] of [
    ['src/extension.ts', START_LIMIT_BYTES],
    ['lazy-chunk:features', FEATURES_LIMIT_BYTES],
  ]) {
    const bytes = loadedBytes(outputs, module);
    console.log(`Loaded for ${module}: ${bytes} of at most ${limit} bytes`);
    if (bytes > limit) {
      throw new Error('This is too much: load with import() what is not needed at start-up.');
    }
  }
  const files = Object.keys(outputs).length;
  if (files > MAX_EXTENSION_FILES) {
    throw new Error(`The extension has ${files} files: load less with import().`);
  }
}

function checkDemoSize({ outputs }) {
  const bytes = Object.values(outputs).reduce((sum, output) => sum + output.bytes, 0);
  console.log(`The demo: ${bytes} of at most ${DEMO_LIMIT_BYTES} bytes`);
  if (bytes > DEMO_LIMIT_BYTES) {
    throw new Error('The demo is too large: leave out what only tests need.');
  }
}

/** The bundles that are part of the VSIX, so that the licenses of their packages must be listed. */
const SHIPPED = ['extension', 'standalone', 'demo', 'jobPage'];

const wanted = Object.entries(bundles).filter(([name]) =>
  only === undefined ? !(production && name === 'integration') : only.includes(name),
);
if (only === undefined) {
  await rm(outdir, { recursive: true, force: true });
}
const manifest = JSON.parse(await readFile('package.json', 'utf8'));
const shipped = [];
for (const [name, options] of wanted) {
  if (watch) {
    await (await context(options)).watch();
    continue;
  }
  const { metafile } = await build(options);
  if (name === 'extension' && production) {
    checkSize(metafile);
  }
  if (name === 'demo' && production) {
    checkDemoSize(metafile);
  }
  if (SHIPPED.includes(name)) {
    shipped.push(metafile);
  }
}
if (shipped.length === SHIPPED.length) {
  const packages = await bundledPackages(shipped);
  const bill = softwareBill(packages, { manifest, lock: JSON.parse(await readFile('package-lock.json', 'utf8')) });
  await writeFile(join(outdir, 'ThirdPartyNotices.txt'), thirdPartyNotices(packages));
  await writeFile(join(outdir, 'sbom.cdx.json'), `${JSON.stringify(bill, undefined, 2)}\n`);
}
if (production && only === undefined) {
  await writeFile(join(outdir, 'README.md'), packagedReadme(readDocuments(), manifest));
}
