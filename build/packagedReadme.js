import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** @typedef {{ readonly path: string, readonly text: string }} Document */

/** The README and the guides that it links to, in the order of the links. */
export function readDocuments() {
  const read = (path) => ({ path, text: readFileSync(path, 'utf8') });
  const readme = read('README.md');
  const guides = [...readme.text.matchAll(/\]\((docs\/guide\/[\w-]+\.md)\)/g)].map(([, path]) => path);
  return [readme, ...[...new Set(guides)].map(read)];
}

/**
 * The README for the VSIX, with the guides below it, because an extension's page in VS Code shows one file. It shows only pictures with
 * `https` URLs, and doesn't follow links to files. So pictures and links to other files point to the public repository, at the tag of the
 * version. Without a repository, there are no pictures, and links to files become text. `<source>` is left out, because that page ignores it.
 *
 * @param {readonly Document[]} documents the README first
 */
export function packagedReadme(documents, { version, repository }) {
  let readme = documents
    .map(asSection)
    .join('\n')
    .replaceAll(/^ *<\/?picture>\n|^ *<source .*>\n/gm, '');
  for (const { path, text } of documents) {
    const anchor = anchorOf(/^# (.+)$/m.exec(text)[1]);
    readme = readme.replaceAll(`](${path}#`, '](#').replaceAll(`](${path})`, `](#${anchor})`);
  }
  if (repository === undefined) {
    return readme.replaceAll(/^ *<img .*>\n\n?/gm, '').replaceAll(/\[([^\]]*)\]\((?![#\w]*:|#)[^)]*\)/g, '$1');
  }
  const [, path] = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository.url) ?? [];
  if (path === undefined) {
    throw new Error(`${repository.url}: Say where the README's pictures are in such a repository.`);
  }
  return readme
    .replaceAll(/(?<=<img src=")(?=media\/)/g, `https://raw.githubusercontent.com/${path}/v${version}/`)
    .replaceAll(/(?<=\]\()(?![#\w]*:|#)/g, `https://github.com/${path}/blob/v${version}/`);
}

/** A document with links and pictures relative to the root. The headings of guides are one level deeper. */
function asSection({ path, text }) {
  const folder = posix.dirname(path);
  const section = text.replaceAll(/(?<=\]\(|(?:src|srcset)=")(?![#\w]*:|#)[^)"]+/g, (target) =>
    posix.join(folder, target),
  );
  return folder === '.' ? section : section.replaceAll(/^#/gm, '##');
}

/** The anchor of a heading, as VS Code and GitHub derive it. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}
