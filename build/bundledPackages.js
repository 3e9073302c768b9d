import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying)(\.(md|txt))?$/i;
const NOTICE_FILE = /^notice(\.(md|txt))?$/i;

/** Licenses that allow redistribution under a different license, provided that their text is included. */
const ALLOWED_LICENSES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Third-party code that a package contains without its license text, by the package's name. */
const EMBEDDED = {
  undici: {
    name: 'llhttp',
    license: 'MIT',
    texts: [
      `This software is licensed under the MIT License.

Copyright Fedor Indutny, 2018.

Permission is hereby granted, free of charge, to any person obtaining a
copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included
in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS
OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN
NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE
USE OR OTHER DEALINGS IN THE SOFTWARE.`,
    ],
  },
};

/** The packages whose code is in these outputs of esbuild, sorted. */
export function bundledPackages(metafiles) {
  return Promise.all(packageFolders(metafiles).map(readPackage));
}

/** Leaves out packages of which only types are imported. */
function packageFolders(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.entries(output.inputs)),
  );
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** Throws if the license of the package is not allowed, or if its text is missing. */
export async function readPackage(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const embedded = EMBEDDED[name];
  for (const used of [license, ...(embedded ? [embedded.license] : [])]) {
    if (!ALLOWED_LICENSES.includes(used)) {
      throw new Error(`${folder} is in the bundles, and its license is not one that is allowed: ${used}`);
    }
  }
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
  return { name, version, license, texts: texts.map((text) => text.replaceAll('\r\n', '\n').trim()), embedded };
}
