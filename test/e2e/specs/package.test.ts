import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { VsCodeServer } from '../../vscode/server.ts';
import { ROOT } from '../../vscode/versions.ts';

describe('The package', () => {
  let server: VsCodeServer;
  before(async () => {
    server = await VsCodeServer.start({ vsix: join(ROOT, 'out', 'data-connections.vsix') });
  });
  after(() => server.stop());

  it('contains the bundles and the documents, and nothing else', async () => {
    const files = (await installedFiles(join(server.dataDir, 'extensions'))).filter(
      (file) => !/^dist\/[\w-]+\.mjs$/.test(file),
    );
    assert.deepEqual(files.sort(), [
      '.vsixmanifest',
      'LICENSE.txt',
      'changelog.md',
      'dist/ThirdPartyNotices.txt',
      'dist/jobPage.css',
      'dist/jobPage.js',
      'media/icon.png',
      'media/viewContainer.svg',
      'package.json',
      'package.nls.json',
      'readme.md',
    ]);
  });
});

/** Relative to the folder of the only installed extension, with slashes. */
async function installedFiles(extensions: string): Promise<string[]> {
  const [folder] = (await readdir(extensions, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  assert.ok(folder, 'the extension is installed');
  const entries = await readdir(join(extensions, folder.name), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(extensions, folder.name), join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}
