import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Manifest {
  readonly version: string;
  readonly repository?: { readonly url: string };
}

// Written in JavaScript like the build that it is part of.
const { packagedReadme } = (await import(resolve('build/packagedReadme.js'))) as {
  packagedReadme: (text: string, manifest: Manifest) => string;
};

const README = readFileSync('README.md', 'utf8');
const PUBLIC: Manifest = { version: '1.2.3', repository: { url: 'https://github.com/owner/name.git' } };

describe('The README', () => {
  it('has pictures that are in the repository, each with a description', () => {
    const pictures = [...README.matchAll(/<(?:img src|source .*srcset)="([^"]+)"/g)].map(([, path = '']) => path);
    assert.ok(pictures.length > 0);
    assert.deepEqual(
      pictures.filter((path) => !existsSync(path)),
      [],
    );
    assert.deepEqual(
      [...README.matchAll(/<img .*>/g)].map(String).filter((picture) => !/ alt="[^"]{20,}"/.test(picture)),
      [],
    );
  });

  it('shows each picture that is made for it, of which none is larger than 140 kB', () => {
    const files = readdirSync('media').filter((file) => file.endsWith('.webp') && file !== 'animation.webp');
    assert.ok(files.length > 0);
    assert.deepEqual(
      files.filter((file) => !README.includes(`"media/${file}"`)),
      [],
    );
    assert.deepEqual(
      files.filter((file) => statSync(join('media', file)).size > 140_000),
      [],
    );
  });

  it('has an animation of at most 350 kB, which plays a limited number of times', () => {
    const path = 'media/animation.webp';
    assert.ok(README.includes(`<img src="${path}"`));
    assert.ok(statSync(path).size <= 350_000);
    const file = readFileSync(path);
    const header = file.indexOf('ANIM');
    const loops = file.readUInt16LE(header + 12);
    assert.ok(loops >= 1 && loops <= 3, `${loops} loops`);
  });
});

describe('The README of the VSIX', () => {
  it('loads its pictures from the version’s tag in the public repository, as VS Code shows no others', () => {
    const sources = sourcesOf(packagedReadme(README, PUBLIC));
    assert.equal(sources.length, sourcesOf(README).length);
    const base = 'https://raw.githubusercontent.com/owner/name/v1.2.3/';
    for (const source of sources) {
      assert.ok(source.startsWith(`${base}media/`), source);
      assert.ok(existsSync(source.slice(base.length)), source);
    }
  });

  it('has no pictures as long as there is no public repository, because VS Code would show them as broken', () => {
    const packaged = packagedReadme(README, { version: '1.2.3' });
    assert.ok(!/<img|<picture|<source|media\//.test(packaged));
    assert.ok(!/\n\n\n|:\n\n#/.test(packaged), 'nothing announces a picture that is not there');
  });

  it('has no relative link, which would lead nowhere', () => {
    for (const manifest of [PUBLIC, { version: '1.2.3' }]) {
      const links = [...packagedReadme(README, manifest).matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);
      assert.ok(links.length > 0);
      assert.deepEqual(
        links.filter((target) => !/^(#|https:|vscode:)/.test(target)),
        [],
      );
    }
    const text = 'See [docs/a.md](docs/a.md), [B](#b), [C](vscode://settings/c).';
    assert.equal(packagedReadme(text, { version: '1.2.3' }), 'See docs/a.md, [B](#b), [C](vscode://settings/c).');
    assert.equal(
      packagedReadme(text, PUBLIC),
      'See [docs/a.md](https://github.com/owner/name/blob/v1.2.3/docs/a.md), [B](#b), [C](vscode://settings/c).',
    );
  });

  it('needs a repository whose pictures have a known address', () => {
    const repository = { url: 'https://git.example.com/owner/name' };
    assert.throws(() => packagedReadme(README, { version: '1.2.3', repository }), /git\.example\.com/);
  });
});

function sourcesOf(readme: string): readonly string[] {
  return [...readme.matchAll(/<img src="([^"]+)"/g)].map(([, source = '']) => source);
}
