import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorOf, packagedReadme, readDocuments, README_AND_GUIDES } from '../documents.ts';

const DOCUMENTS = readDocuments();
const PUBLIC = { version: '1.2.3', repository: { url: 'https://github.com/owner/name.git' } };

describe('The README, with its guides,', () => {
  it('has pictures that are in the repository, each with a description', () => {
    const pictures = DOCUMENTS.flatMap(({ path, text }) =>
      Array.from(text.matchAll(/<(?:img src|source .*srcset)="([^"]+)"/g), ([, file = '']) =>
        join(dirname(path), file),
      ),
    );
    assert.ok(pictures.length > 0);
    assert.deepEqual(
      pictures.filter((path) => !existsSync(path)),
      [],
    );
    assert.deepEqual(
      [...README_AND_GUIDES.matchAll(/<img .*>/g)].map(String).filter((picture) => !/ alt="[^"]{20,}"/.test(picture)),
      [],
    );
  });

  it('shows each picture that is made for it, of which none is larger than 140 kB', () => {
    const files = readdirSync('media').filter((file) => file.endsWith('.webp') && file !== 'animation.webp');
    assert.ok(files.length > 0);
    assert.deepEqual(
      files.filter((file) => !README_AND_GUIDES.includes(`media/${file}"`)),
      [],
    );
    assert.deepEqual(
      files.filter((file) => statSync(join('media', file)).size > 140_000),
      [],
    );
  });

  it('has an animation of at most 350 kB, which plays a limited number of times', () => {
    const path = 'media/animation.webp';
    assert.ok(README_AND_GUIDES.includes(`<img src="${path}"`));
    assert.ok(statSync(path).size <= 350_000);
    const file = readFileSync(path);
    const header = file.indexOf('ANIM');
    const loops = file.readUInt16LE(header + 12);
    assert.ok(loops >= 1 && loops <= 3, `${loops} loops`);
  });
});

describe('The README of the VSIX', () => {
  it('loads its pictures from the version’s tag in the public repository, as VS Code shows no others', () => {
    const sources = sourcesOf(packagedReadme(DOCUMENTS, PUBLIC));
    assert.equal(sources.length, sourcesOf(README_AND_GUIDES).length);
    const base = 'https://raw.githubusercontent.com/owner/name/v1.2.3/';
    for (const source of sources) {
      assert.ok(source.startsWith(`${base}media/`), source);
      assert.ok(existsSync(source.slice(base.length)), source);
    }
  });

  it('has no pictures as long as there is no public repository, because VS Code would show them as broken', () => {
    const packaged = packagedReadme(DOCUMENTS, { version: '1.2.3' });
    assert.ok(!/<img|<picture|<source|media\//.test(packaged));
    assert.ok(!/\n\n\n|:\n\n#/.test(packaged), 'nothing announces a picture that is not there');
  });

  it('has no relative link, which would lead nowhere', () => {
    for (const manifest of [PUBLIC, { version: '1.2.3' }]) {
      const links = [...packagedReadme(DOCUMENTS, manifest).matchAll(/\]\(([^)]*)\)/g)].map(
        ([, target = '']) => target,
      );
      assert.ok(links.length > 0);
      assert.deepEqual(
        links.filter((target) => !/^(#|https:|vscode:)/.test(target)),
        [],
      );
    }
    const text = '# A\nSee [docs/a.md](docs/a.md), [B](#b), [C](vscode://settings/c).';
    const documents = [{ path: 'README.md', text }];
    assert.equal(
      packagedReadme(documents, { version: '1.2.3' }),
      '# A\nSee docs/a.md, [B](#b), [C](vscode://settings/c).',
    );
    assert.equal(
      packagedReadme(documents, PUBLIC),
      '# A\nSee [docs/a.md](https://github.com/owner/name/blob/v1.2.3/docs/a.md), [B](#b), [C](vscode://settings/c).',
    );
  });

  it('has the guides below it, one level deeper, with links that lead to their headings', () => {
    const documents = [
      { path: 'README.md', text: '# A\nSee [B](docs/guide/b.md), [d](docs/guide/b.md#d), [S](S.md#s).\n' },
      {
        path: 'docs/guide/b.md',
        text: '# B and C\n## D\nSee [A](../../README.md#a), [E](e.md#e), [F](e.md), [S](../../S.md#s).\n',
      },
      { path: 'docs/guide/e.md', text: '# E\n<img src="../../media/e.webp" alt="E">\n' },
    ];
    assert.equal(
      packagedReadme(documents, PUBLIC),
      [
        '# A\nSee [B](#b-and-c), [d](#d), [S](https://github.com/owner/name/blob/v1.2.3/S.md#s).\n',
        '## B and C\n### D\nSee [A](#a), [E](#e), [F](#e), [S](https://github.com/owner/name/blob/v1.2.3/S.md#s).\n',
        '## E\n<img src="https://raw.githubusercontent.com/owner/name/v1.2.3/media/e.webp" alt="E">\n',
      ].join('\n'),
    );
  });

  it('has each heading once, and links only to headings', () => {
    const packaged = packagedReadme(DOCUMENTS, { version: '1.2.3' });
    const anchors = Array.from(packaged.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));
    assert.equal(new Set(anchors).size, anchors.length);
    const targets = Array.from(packaged.matchAll(/\]\(#([^)]+)\)/g), ([, target = '']) => target);
    assert.ok(targets.length > 20);
    assert.deepEqual(
      targets.filter((target) => !anchors.includes(target)),
      [],
    );
  });

  it('needs a repository whose pictures have a known address', () => {
    const repository = { url: 'https://git.example.com/owner/name' };
    assert.throws(() => packagedReadme(DOCUMENTS, { version: '1.2.3', repository }), /git\.example\.com/);
  });
});

function sourcesOf(readme: string): readonly string[] {
  return [...readme.matchAll(/<img src="([^"]+)"/g)].map(([, source = '']) => source);
}
