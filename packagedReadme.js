import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

/** What VS Code's page of an extension shows, from addresses and from data. */
const TYPES = { '.png': 'image/png', '.webp': 'image/webp' };

/**
 * The README for the VSIX. VS Code's page of an extension loads pictures from `https` addresses and `data` only, so every picture of
 * the repository becomes data: of one in several themes, that of `<img>`. Links to other files of the repository become text.
 */
export async function packagedReadme(text) {
  const withoutThemes = text.replaceAll(/^ *<\/?picture>\n|^ *<source .*>\n/gm, '');
  const pictures = new Map();
  for (const [, path] of withoutThemes.matchAll(/(?:src="|!\[[^\]]*\]\()(media\/[\w.-]+)/g)) {
    const type = TYPES[extname(path)];
    if (type === undefined) {
      throw new Error(`${path}: VS Code shows no such picture in a README.`);
    }
    pictures.set(path, `data:${type};base64,${(await readFile(path)).toString('base64')}`);
  }
  return [...pictures]
    .reduce((readme, [path, data]) => readme.replaceAll(path, () => data), withoutThemes)
    .replaceAll(/\[([^\]]*)\]\([\w/.-]+\.md\)/g, '$1');
}
