import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { tracesInFiles, tracesOf } from '../canaries.ts';
import { useStage } from '../useStage.ts';

/** The entry points of threads and processes. */
const STARTED = ['dataWorker.mjs', 'demoService.mjs'];
/** A shorter one may be a word or a part of one. */
const MIN_SECRET_LENGTH = 8;

describe('The package', () => {
  // A server of its own, because one test damages the extension.
  const stage = useStage({});

  it('contains the bundles and the documents, and nothing else', async () => {
    const folder = await installedFolder(join(stage().server.dataDir, 'extensions'));
    const files = await filesIn(folder);
    // The names of files that are loaded later contain a digest, and how many files have shared code depends on it.
    const names = new Set(files.map((file) => file.replace(/^(dist\/[\w-]+)-[A-Z\d]{8}\.mjs$/, '$1.mjs')));
    assert.deepEqual([...names].sort(), [
      '.vsixmanifest',
      'LICENSE.txt',
      'changelog.md',
      'dist/ThirdPartyNotices.txt',
      'dist/account.mjs',
      'dist/app-upload.mjs',
      'dist/check.mjs',
      'dist/chunk.mjs',
      'dist/commands.mjs',
      'dist/connectionPage.css',
      'dist/connectionPage.js',
      'dist/dataWorker.mjs',
      'dist/demoService.mjs',
      'dist/extension.mjs',
      'dist/features.mjs',
      'dist/jobPage.css',
      'dist/jobPage.js',
      'dist/overview.css',
      'dist/overview.js',
      'dist/pages.mjs',
      'dist/profilePage.css',
      'dist/profilePage.js',
      'dist/rowsPage.css',
      'dist/rowsPage.js',
      'dist/summaryPage.css',
      'dist/summaryPage.js',
      'dist/support.mjs',
      'dist/ui-explain.mjs',
      'dist/ui-firstRun.mjs',
      'dist/undiciFetch.mjs',
      'dist/upload.mjs',
      'l10n/bundle.l10n.de.json',
      'l10n/bundle.l10n.fr.json',
      'l10n/bundle.l10n.ja.json',
      'media/icon.png',
      'media/sample/store-targets.csv',
      'media/viewContainer.svg',
      'media/walkthrough/check.svg',
      'media/walkthrough/connections.svg',
      'media/walkthrough/job.svg',
      'media/walkthrough/ownData.svg',
      'media/walkthrough/signIn.svg',
      'media/walkthrough/upload.svg',
      'package.json',
      'package.nls.de.json',
      'package.nls.fr.json',
      'package.nls.ja.json',
      'package.nls.json',
      'readme.md',
    ]);
    // So no file is from another build, and none is missing.
    const modules = files.flatMap((file) => /^dist\/(.+\.mjs)$/.exec(file)?.[1] ?? []);
    assert.deepEqual(
      modules.sort(),
      [...STARTED, ...(await importedFrom('extension.mjs', join(folder, 'dist')))].sort(),
    );
  });

  it('has no secret of the tests and the local service', async () => {
    // As VS Code unpacked it: in the package, the files are compressed.
    const extensions = join(stage().server.dataDir, 'extensions');
    const foundOf = (text: string): Promise<readonly string[]> =>
      tracesInFiles(
        extensions,
        tracesOf(text, text).filter(({ name }) => !name.includes('half')),
      );
    assert.notDeepEqual(await foundOf('dataConnections.signIn'), [], 'what is in the package is found');
    const secrets = fixedSecrets();
    assert.ok(secrets.length > 5, String(secrets.length));
    for (const secret of secrets) {
      assert.deepEqual(await foundOf(secret), []);
    }
  });

  // The last test, because it damages the extension, as an update in the background does.
  it('says once that its code can no longer be read, however many commands need it, and again once that is closed', async () => {
    const extensions = join(stage().server.dataDir, 'extensions');
    const files = (await readdir(extensions, { recursive: true })).filter((file) =>
      /[\\/]dist[\\/]features-\w+\.mjs$/.test(file),
    );
    assert.equal(files.length, 1, 'the features are in one file');
    await Promise.all(files.map((file) => rm(join(extensions, file))));

    const workbench = await stage().openWindow();
    await workbench.runCommand('Data Connections: Sign In');
    await workbench.notifications.awaitMessage('Data Connections could not be loaded. Reload the window.');
    await workbench.runCommand('Data Connections: Show Log');
    await workbench.runCommand('Data Connections: Sign In');
    assert.equal(await workbench.notifications.count('Data Connections'), 1);
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.runCommand('Data Connections: Sign In');
    await workbench.notifications.awaitMessage('Data Connections could not be loaded. Reload the window.');
  });
});

/** The folder of the only installed extension. */
async function installedFolder(extensions: string): Promise<string> {
  const [folder] = (await readdir(extensions, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  assert.ok(folder, 'the extension is installed');
  return join(extensions, folder.name);
}

/** Relative to the folder, with slashes. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

/** This module, and those that it imports, at once or later, directly or through others. */
async function importedFrom(module: string, folder: string, found = new Set<string>()): Promise<ReadonlySet<string>> {
  found.add(module);
  const code = await readFile(join(folder, module), 'utf8');
  for (const [, imported = ''] of code.matchAll(/\b(?:from|import) ?\(?"\.\/([\w-]+\.mjs)"/g)) {
    if (!found.has(imported)) {
      await importedFrom(imported, folder, found);
    }
  }
  return found;
}

/** The literals in the code of the tests and the local service that stand for secrets. */
function fixedSecrets(): readonly string[] {
  const sources = globSync(['test/**/*.ts', 'src/localService/**/*.ts']).map((file) => readFileSync(file, 'utf8'));
  const literals = sources.flatMap((source) =>
    Array.from(
      source.matchAll(/\b(?:apiKey|accessToken|password|secret)\b\s*[:=]\s*'([^'\\]{8,})'/g),
      ([, text = '']) => text,
    ),
  );
  return [...new Set(literals)].filter((text) => text.length >= MIN_SECRET_LENGTH);
}
