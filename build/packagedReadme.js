/**
 * The README for the VSIX. On an extension's page, VS Code shows only pictures with `https` URLs, and doesn't follow links to files. So
 * pictures and links point to the public repository, at the tag of the version. Without a repository, the README has no pictures, and
 * links to files become text. `<source>` is left out, because that page ignores it.
 */
export function packagedReadme(text, { version, repository }) {
  const readme = text.replaceAll(/^ *<\/?picture>\n|^ *<source .*>\n/gm, '');
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
