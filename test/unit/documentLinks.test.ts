import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorOf, readDocuments } from '../documents.ts';

/** The links of a document to headings and files, as a path from the root and an anchor, either of which may be empty. */
function linksIn(path: string): readonly (readonly [file: string, anchor: string])[] {
  const links = readFileSync(path, 'utf8').matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)]+))?\)/g);
  return Array.from(links, ([, file = '', anchor = '']) => [file === '' ? path : join(dirname(path), file), anchor]);
}

function anchorsIn(path: string): readonly string[] {
  return Array.from(readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));
}

describe('The links in the documents', () => {
  for (const path of ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...markdownIn('docs')]) {
    it(`of ${path} lead to files and headings`, () => {
      assert.deepEqual(
        linksIn(path).filter(
          ([file, anchor]) => !existsSync(file) || (anchor !== '' && !anchorsIn(file).includes(anchor)),
        ),
        [],
      );
    });
  }

  it('of the README lead to every guide, and the guides to each other', () => {
    const [readme, ...guides] = readDocuments().map(({ path }) => path);
    assert.equal(readme, 'README.md');
    assert.deepEqual(guides.toSorted(), markdownIn('docs/guide').toSorted());
    assert.ok(guides.flatMap(linksIn).filter(([file]) => guides.includes(file)).length > 10);
  });
});

function markdownIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}
