import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// Written in JavaScript like the build that it is part of.
const { thirdPartyNotices } = (await import(resolve('thirdPartyNotices.js'))) as {
  thirdPartyNotices: (folders: readonly string[]) => Promise<string>;
};

/** By the source maps, and so not by what the build made the notices from. */
function packagesInBundles(folder: string): readonly string[] {
  const sources = globSync(join(folder, '*.map')).flatMap(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as { readonly sources: readonly string[] }).sources,
  );
  const names = sources.flatMap((source) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
  return [...new Set(names)].sort();
}

describe('The third-party notices', function () {
  // The bundles are built first.
  this.timeout(60_000);

  let folder: string;
  beforeEach(async () => {
    await mkdir('out', { recursive: true });
    folder = await mkdtemp(join('out', 'notices-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('name every package that is in the bundles, with its version and the whole text of its license', async () => {
    await run(process.execPath, ['esbuild.js', '--only', 'extension,standalone,demo,jobPage', '--outdir', folder]);
    const packages = packagesInBundles(folder);
    for (const name of ['undici', 'zod', 'jsonc-parser', 'p-limit', 'csv-parse']) {
      assert.ok(packages.includes(name), `${name} is in the bundles`);
    }
    const notices = await readFile(join(folder, 'ThirdPartyNotices.txt'), 'utf8');
    const [head = '', ...parts] = notices.split(/\n={80}\n/);
    assert.deepEqual(
      [...head.matchAll(/^- (\S+) /gm)].map(([, name]) => name),
      // undici contains the parser llhttp, and not the text of its license.
      packages.flatMap((name) => (name === 'undici' ? [name, 'llhttp'] : [name])),
    );
    assert.match(
      parts[parts.indexOf('llhttp (MIT)') + 1] ?? '',
      /Copyright Fedor Indutny, 2018\..*USE OR OTHER DEALINGS/s,
    );
    for (const name of packages) {
      const { version } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')) as {
        readonly version: string;
      };
      const text = parts[parts.findIndex((part) => part.startsWith(`${name} ${version} (`)) + 1];
      assert.ok(text !== undefined && /copyright|permission/i.test(text) && text.length > 300, `${name} ${version}`);
    }
    assert.ok(!notices.includes('\r'));
  });

  it('are not made for a package without the text of its license, so that the build fails', async () => {
    await writeFile(join(folder, 'package.json'), '{ "name": "bare", "version": "1.0.0", "license": "MIT" }');
    await assert.rejects(thirdPartyNotices([folder]), /has no file with the text of its license/);
    await writeFile(join(folder, 'LICENSE'), 'Do what you like.\r\n');
    assert.match(await thirdPartyNotices([folder]), /bare 1\.0\.0 \(MIT\)\n=+\n\nDo what you like\.\n$/);
  });
});
