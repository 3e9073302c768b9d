import { resolve } from 'node:path';

interface UserDocument {
  readonly path: string;
  readonly text: string;
}

interface Manifest {
  readonly version: string;
  readonly repository?: { readonly url: string };
}

// Written in JavaScript like the build that it is part of.
export const { anchorOf, packagedReadme, readDocuments } = (await import(resolve('build/packagedReadme.js'))) as {
  readonly anchorOf: (heading: string) => string;
  readonly packagedReadme: (documents: readonly UserDocument[], manifest: Manifest) => string;
  readonly readDocuments: () => readonly UserDocument[];
};

/** The README and the guides that it links to. */
export const README_AND_GUIDES = readDocuments()
  .map(({ text }) => text)
  .join('\n');
