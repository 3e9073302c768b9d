import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying)(\.(md|txt))?$/i;
const NOTICE_FILE = /^notice(\.(md|txt))?$/i;
const RULE = '='.repeat(80);

/** The folders of the packages whose code is in these outputs of esbuild, sorted; those that only types come from are not among them. */
export function packageFolders(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.entries(output.inputs)),
  );
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** Names each package with its version and its license. Throws where a package has no text of its license. */
export async function thirdPartyNotices(folders) {
  const notices = await Promise.all(folders.map(noticeOf));
  return [
    'Third-party notices\n\nThe code of Data Connections contains the following packages, each under its own license.\n',
    ...notices.map(({ title }) => `- ${title}`),
    ...notices.map(({ title, texts }) => `\n${RULE}\n${title}\n${RULE}\n\n${texts.join('\n\n')}`),
    '',
  ].join('\n');
}

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).sort();
  const licenseFiles = files.filter((file) => LICENSE_FILE.test(file));
  if (licenseFiles.length === 0) {
    throw new Error(`${folder} is in the bundles, and has no file with the text of its license.`);
  }
  const texts = await Promise.all(
    [...licenseFiles, ...files.filter((file) => NOTICE_FILE.test(file))].map((file) =>
      readFile(join(folder, file), 'utf8'),
    ),
  );
  return {
    title: `${name} ${version} (${license})`,
    texts: texts.map((text) => text.replaceAll('\r\n', '\n').trim()),
  };
}
