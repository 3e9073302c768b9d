import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const EXACT = /^\d+\.\d+\.\d+$/;

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Job {
  readonly uses?: string;
  readonly needs?: string;
  readonly steps?: readonly { readonly run?: string }[];
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const locked = Object.entries(packages).filter(([path]) => path !== '');

describe('The dependencies', () => {
  it('are of an exact version, which the lock file has as well', () => {
    assert.deepEqual(
      Object.keys(manifest).filter((key) => /dependencies$/i.test(key)),
      ['devDependencies'],
    );
    assert.deepEqual(packages['']?.devDependencies, manifest.devDependencies);
    for (const [name, version] of Object.entries(manifest.devDependencies)) {
      assert.match(version, EXACT, name);
      assert.equal(packages[`node_modules/${name}`]?.version, version, name);
    }
  });

  it('and all that a release is made with, except the binary of Node, have a digest in the lock file, and come from the registry that npm is set to', () => {
    assert.ok(locked.length > 100);
    for (const [path, { version = '', integrity, resolved, link, optional, os = [], cpu = [] }] of locked) {
      if (integrity === undefined) {
        // The native parts of development tools for other platforms than that of a release.
        assert.ok(optional === true && !(os.includes('linux') && cpu.includes('x64')), path);
      } else {
        assert.match(integrity, /^sha512-[\w+/]{86}==$/, path);
      }
      // No address of a registry, of a repository or of a file.
      assert.match(version, /^\d+\.\d+\.\d+[\w.+-]*$/, path);
      assert.equal(resolved, undefined, path);
      assert.equal(link, undefined, path);
    }
  });
});

describe('The workflows', () => {
  const folder = join('.github', 'workflows');
  const jobsOf = (file: string): Readonly<Record<string, Job>> =>
    (parse(readFileSync(join(folder, file), 'utf8')) as { readonly jobs: Readonly<Record<string, Job>> }).jobs;
  const steps = readdirSync(folder).flatMap((file) =>
    Object.values(jobsOf(file)).flatMap((job) => (job.steps ?? []).map(({ run = '' }) => ({ file, run }))),
  );

  it('install exactly what the lock file has', () => {
    assert.deepEqual(
      steps.filter(({ run }) => /\bnpm (?:install|i|add|update|exec)\b/.test(run)),
      [],
    );
    assert.ok(
      readFileSync(join('test', 'vscode', 'prepare.js'), 'utf8').includes("npm(root, ['ci', '--include=dev'])"),
    );
  });

  it('run nothing else, except an exact version of the tool that publishes to Open VSX', () => {
    const others = steps.flatMap(({ run }) => run.match(/\bnpx (?!--no )[^\n]*/g) ?? []);
    assert.equal(others.length, 1);
    assert.match(others[0] ?? '', /^npx --yes ovsx@\d+\.\d+\.\d+ publish release\/\*\.vsix$/);
  });

  it('fail for a known vulnerability that is high, before a release too', () => {
    const audits = steps.filter(({ run }) => run === 'npm audit --audit-level=high').map(({ file }) => file);
    assert.deepEqual(audits, ['ci.yml']);
    const { test, ...others } = jobsOf('release.yml');
    assert.equal(test?.uses, './.github/workflows/ci.yml');
    assert.deepEqual(
      Object.entries(others).map(([name, { needs }]) => [name, needs]),
      [
        ['package', 'test'],
        ['release', 'package'],
        ['publish', 'release'],
      ],
    );
  });

  it('release the software bill of materials of the build', () => {
    assert.ok(
      steps.some(({ file, run }) => file === 'release.yml' && /cp .*dist\/sbom\.cdx\.json.* release\//.test(run)),
    );
  });
});
