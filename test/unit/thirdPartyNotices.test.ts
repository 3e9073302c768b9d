import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// Written in JavaScript like the build that it is part of.
const { readPackage } = (await import(resolve('build/bundledPackages.js'))) as {
  readPackage: (folder: string) => Promise<Package>;
};
const { thirdPartyNotices } = (await import(resolve('build/thirdPartyNotices.js'))) as {
  thirdPartyNotices: (packages: readonly Package[]) => string;
};
const { softwareBill } = (await import(resolve('build/softwareBill.js'))) as {
  softwareBill: (packages: readonly Package[], options: { manifest: object; lock: Lock }) => unknown;
};

interface Package {
  readonly name: string;
  readonly version: string;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
}

interface Component extends Package {
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly components?: readonly { readonly name: string }[];
}

/** By the source maps, and so not by what the build made the notices from. */
function packagesInBundles(folder: string): readonly string[] {
  const sources = globSync(join(folder, '*.map')).flatMap(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as { readonly sources: readonly string[] }).sources,
  );
  const names = sources.flatMap((source) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** The text of its license. */
function licenseOf(name: string): string {
  const [file = ''] = globSync(join('node_modules', name, '{LICENSE,LICENCE,license,licence}*'));
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();
  assert.match(text, /copyright|permission/i, file);
  return text;
}

describe('The third-party notices and the software bill of materials', function () {
  // The bundles are built first.
  this.timeout(60_000);

  let folder: string;
  beforeEach(async () => {
    await mkdir('out', { recursive: true });
    folder = await mkdtemp(join('out', 'notices-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('name every package that is in the bundles, with its version, the whole text of its license, and its digest', async () => {
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
      const text = parts[parts.findIndex((part) => part.startsWith(`${name} ${version} (`)) + 1] ?? '';
      assert.ok(text.includes(licenseOf(name)), `${name} ${version}`);
    }
    assert.ok(!notices.includes('\r'));
    assertBill(JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8')) as Bill, packages);
  });

  it('are not made for a package without the text of its license, or with another license, so that the build fails', async () => {
    await writeManifest('MIT');
    await assert.rejects(readPackage(folder), /has no file with the text of its license/);
    await writeFile(join(folder, 'LICENSE'), 'Do what you like.\r\n');
    assert.match(thirdPartyNotices([await readPackage(folder)]), /bare 1\.0\.0 \(MIT\)\n=+\n\nDo what you like\.\n$/);
    for (const license of ['GPL-3.0-only', 'SEE LICENSE IN LICENSE', undefined]) {
      await writeManifest(license);
      await assert.rejects(readPackage(folder), /its license is not one that is allowed/);
    }
  });

  it('are not made for a package that differs from the lock file', async () => {
    await writeManifest('MIT');
    await writeFile(join(folder, 'LICENSE'), 'Do what you like.');
    const bare = await readPackage(folder);
    for (const locked of [
      { version: '1.0.1', integrity: 'sha512-AA==' },
      { version: '1.0.0', integrity: 'sha1-AA==' },
    ]) {
      assert.throws(() => softwareBill([bare], { manifest: {}, lock: { packages: { 'node_modules/bare': locked } } }));
    }
    assert.throws(() => softwareBill([bare], { manifest: {}, lock: { packages: {} } }));
  });

  async function writeManifest(license: string | undefined): Promise<void> {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'bare', version: '1.0.0', license }));
  }
});

interface Bill {
  readonly metadata: { readonly component: Package };
  readonly components: readonly Component[];
}

function assertBill({ metadata, components }: Bill, packages: readonly string[]): void {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  assert.equal(metadata.component.name, 'data-connections');
  assert.deepEqual(
    components.map(({ name, version, hashes }) => [name, version, ...hashes.map(({ alg }) => alg)]),
    packages.map((name) => [name, lock.packages[`node_modules/${name}`]?.version, 'SHA-512']),
  );
  for (const { name, licenses, hashes, components: embedded = [] } of components) {
    const [{ content } = { content: '' }] = hashes;
    const { integrity } = lock.packages[`node_modules/${name}`] ?? { integrity: '' };
    assert.equal(`sha512-${Buffer.from(content, 'hex').toString('base64')}`, integrity);
    assert.ok(licenses.length === 1 && licenses[0]?.license.id !== undefined, name);
    assert.deepEqual(
      embedded.map((component) => component.name),
      name === 'undici' ? ['llhttp'] : [],
    );
  }
}
