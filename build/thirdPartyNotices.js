const RULE = '='.repeat(80);

/** The license texts of all packages, and of the third-party code that they contain, after a list of them. */
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
