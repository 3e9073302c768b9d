import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const architecture = readFileSync('docs/architecture.md', 'utf8');

/** The files that the document names, by section. */
function filesOf(section: string): readonly string[] {
  return [...section.matchAll(/`(src\/[\w/]+\.ts)`/g)].map(([, file = '']) => file);
}

describe('docs/architecture.md', () => {
  it('names only files that exist', () => {
    const files = filesOf(architecture);
    assert.ok(files.length > 20);
    assert.deepEqual(
      files.filter((file) => !existsSync(file)),
      [],
    );
  });

  it('describes every folder of src, and no other', () => {
    const described = [...architecture.matchAll(/^\| `([\w.]+)` +\|/gm)].map(([, folder]) => folder);
    assert.deepEqual(described.sort(), readdirSync('src').sort());
  });

  it('leads through the start, the demo, a sync, an upload, a problem that the service reports and a status in a dozen files or so', () => {
    const sections = architecture.split(/^## /m).slice(1);
    assert.deepEqual(
      sections.map((section) => section.split('\n')[0]),
      ['The start', 'The demo', 'A sync', 'An upload', 'A problem that the service reports', 'A status'],
    );
    for (const section of sections) {
      assert.ok(new Set(filesOf(section)).size <= 16, section);
    }
  });

  it('refers to decisions from documents only where there is one', () => {
    const names = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/architecture.md'].flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/docs\/decisions\/([\w-]+\.md)/g)].map(([, name]) => name),
    );
    assert.deepEqual(
      names.filter((name) => !existsSync(`docs/decisions/${name ?? ''}`)),
      [],
    );
  });
});
