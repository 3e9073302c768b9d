// Packages the extension of the current folder, whose bundles were built before. A warning of the packager is an error.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const VSCE = join(import.meta.dirname, '..', 'node_modules', '@vscode', 'vsce', 'vsce');
const options = [
  '--no-dependencies',
  '--readme-path',
  'dist/README.md',
  '--no-rewrite-relative-links',
  '--allow-missing-repository',
  '--out',
  'out/data-connections.vsix',
];

const { status, stdout, stderr } = spawnSync(process.execPath, [VSCE, 'package', ...options], {
  encoding: 'utf8',
  // Warnings look different in color and on GitHub.
  env: { ...process.env, FORCE_COLOR: '0', GITHUB_ACTIONS: '' },
});
process.stdout.write(stdout);
process.stderr.write(stderr);
const hasWarning = /^ WARNING /m.test(`${stdout}\n${stderr}`);
process.exitCode = hasWarning ? 1 : (status ?? 1);
