/** The software bill of materials of the extension (CycloneDX): the packages whose code is in it, with their digests in the lock file. */
export function softwareBill(packages, { manifest, lock }) {
  const { name, version, license } = manifest;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, licenses: [{ license: { id: license } }] } },
    components: packages.map((bundled) => componentOf(bundled, lock.packages[`node_modules/${bundled.name}`])),
  };
}

function componentOf({ name, version, license, embedded }, locked) {
  if (locked?.version !== version) {
    throw new Error(`${name} ${version} is in the bundles, and the lock file has ${locked?.version ?? 'no version'}.`);
  }
  const [algorithm, digest] = locked.integrity.split('-');
  if (algorithm !== 'sha512') {
    throw new Error(`${name} has no SHA-512 in the lock file.`);
  }
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: license } }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    ...(embedded && {
      components: [{ type: 'library', name: embedded.name, licenses: [{ license: { id: embedded.license } }] }],
    }),
  };
}
