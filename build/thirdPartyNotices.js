const RULE = '='.repeat(80);

/** Names each package with its version and its license, and what it contains from elsewhere. */
export function thirdPartyNotices(packages) {
  const notices = packages.flatMap(({ name, version, license, texts, embedded }) => [
    { title: `${name} ${version} (${license})`, texts },
    ...(embedded ? [{ title: `${embedded.name} (${embedded.license})`, texts: embedded.texts }] : []),
  ]);
  return [
    'Third-party notices\n\nThe code of Data Connections contains the following packages, each under its own license.\n',
    ...notices.map(({ title }) => `- ${title}`),
    ...notices.map(({ title, texts }) => `\n${RULE}\n${title}\n${RULE}\n\n${texts.join('\n\n')}`),
    '',
  ].join('\n');
}
