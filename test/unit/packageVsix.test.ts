import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SCRIPT = resolve('build/packageVsix.js');

describe('Packaging', function () {
  // It starts processes.
  this.timeout(60_000);

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'package-vsix-'));
    for (const name of ['dist', 'out']) {
      mkdirSync(join(folder, name));
    }
    const manifest = { name: 'sample', publisher: 'sample', version: '1.0.0', engines: { vscode: '^1.110.0' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'dist', 'README.md'), 'A sample.');
    writeFileSync(join(folder, '.vscodeignore'), 'out');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('fails if the packager prints a warning, also on GitHub', () => {
    for (const GITHUB_ACTIONS of ['', 'true']) {
      const { status, stderr } = packaged({ GITHUB_ACTIONS });
      assert.match(stderr, /WARNING.*LICENSE/);
      assert.equal(status, 1);
    }
  });

  it('succeeds without one, and fails if there is no package', () => {
    writeFileSync(join(folder, 'LICENSE'), 'A license.');
    assert.equal(packaged().status, 0);
    assert.deepEqual(readdirSync(join(folder, 'out')), ['data-connections.vsix']);

    writeFileSync(join(folder, 'package.json'), '{}');
    assert.equal(packaged().status, 1);
  });

  function packaged(environment: NodeJS.ProcessEnv = {}) {
    const env = { ...process.env, ...environment };
    return spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: 'utf8', env });
  }
});
