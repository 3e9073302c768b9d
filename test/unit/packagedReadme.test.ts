import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

// Written in JavaScript like the build that it is part of.
const { packagedReadme } = (await import(resolve('packagedReadme.js'))) as {
  packagedReadme: (text: string) => Promise<string>;
};

describe('The README of the VSIX', () => {
  it('has every picture in itself, because VS Code shows none of the files beside it', async () => {
    const readme = readFileSync('README.md', 'utf8');
    const packaged = await packagedReadme(readme);
    const pictures = [...readme.matchAll(/<img src="([^"]+)"/g)];
    assert.ok(pictures.length > 0);
    const sources = [...packaged.matchAll(/<img src="([^"]+)"/g)].map(([, source = '']) => source);
    assert.equal(sources.length, pictures.length);
    assert.ok(sources.every((source) => /^data:image\/(png|webp);base64,\w/.test(source)));
    assert.ok(!packaged.includes('media/'));
    assert.ok(!packaged.includes('<source'));
  });

  it('has no picture of a kind that VS Code does not show', async () => {
    await assert.rejects(packagedReadme('![Icon](media/icon.svg)'), /icon\.svg/);
  });

  it('has no link to a file, which would lead nowhere', async () => {
    const packaged = await packagedReadme(readFileSync('README.md', 'utf8'));
    const links = [...packaged.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);
    assert.deepEqual(
      links.filter((target) => !/^(#|https:|vscode:)/.test(target)),
      [],
    );
    assert.equal(await packagedReadme('See [docs/a.md](docs/a.md), [B](#b).'), 'See docs/a.md, [B](#b).');
  });
});
