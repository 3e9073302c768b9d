import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root folder of the repository. */
export const ROOT = join(import.meta.dirname, '..', '..');

interface ServerPart {
  /** The version of VS Code inside, for example 1.110.0. */
  readonly vscode: string;
  /** The version of the npm package it comes in. */
  readonly codeServer: string;
  /** The version of Node to run it on, where that is not the one in node_modules. */
  readonly node?: string;
}

/** What prepare.js brings, and where a browser may already be. */
const parts = JSON.parse(readFileSync(join(import.meta.dirname, 'parts.json'), 'utf8')) as {
  readonly servers: readonly [ServerPart, ...ServerPart[]];
  readonly chromium: readonly string[];
};

/** Every VS Code the integration tests run in, newest first. */
export const VERSIONS: readonly string[] = parts.servers.map(({ vscode }) => vscode);

/** The VS Code that people and end-to-end tests look at. */
export const NEWEST = parts.servers[0].vscode;

/** The versions in which `npm test` runs only some of the tests, and `npm run test:long` all of them. */
export const OLDER_VERSIONS: readonly string[] = VERSIONS.filter((version) => version !== NEWEST);

/** Where browsers are usually installed. */
export const CHROMIUM_PATHS = parts.chromium;

/** The Node binary and the server's entry point for a version of VS Code. */
export function serverFiles(version: string): { readonly node: string; readonly main: string } {
  const part = parts.servers.find(({ vscode }) => vscode === version);
  if (!part) {
    throw new Error(`There is no VS Code ${version} here, only ${VERSIONS.join(' and ')}.`);
  }
  const folder = join(ROOT, '.vscode-test');
  const nodeFolder = part.node === undefined ? ROOT : join(folder, `node-${part.node}`);
  return {
    node: join(nodeFolder, 'node_modules', 'node', 'bin', 'node'),
    main: join(
      folder,
      `code-server-${part.codeServer}`,
      'node_modules',
      'code-server',
      'lib',
      'vscode',
      'out',
      'server-main.js',
    ),
  };
}
