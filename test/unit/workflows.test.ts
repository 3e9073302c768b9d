import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FOLDER = join(import.meta.dirname, '..', '..', '.github', 'workflows');

interface Workflow {
  readonly on?: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly steps?: readonly { readonly run?: string; readonly uses?: string }[];
  readonly strategy?: { readonly matrix: { readonly vscode?: readonly string[] } };
}

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
  readonly engines: { readonly vscode: string };
  readonly scripts: Readonly<Record<string, string>>;
};

for (const file of readdirSync(FOLDER)) {
  describe(`The workflow ${file}`, () => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const { jobs, permissions } = parse(text) as Workflow;
    const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);

    it('runs only scripts of package.json', () => {
      const names = steps.flatMap(({ run = '' }) =>
        [...run.matchAll(/\bnpm run (?:--\S+ )*(\S+)/g)].map(([, name]) => name),
      );
      assert.ok(names.length > 0);
      assert.deepEqual(
        names.filter((name) => name === undefined || !(name in manifest.scripts)),
        [],
      );
    });

    it('pins actions to a commit, with the version beside it', () => {
      const lines = text.split('\n').filter((line) => /\buses:/.test(line) && !line.includes('uses: ./'));
      assert.equal(lines.length, steps.filter(({ uses }) => uses !== undefined).length);
      for (const line of lines) {
        assert.match(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      }
    });

    it('may only read, unless a job asks for more', () => {
      assert.deepEqual(permissions, { contents: 'read' });
    });
  });
}

describe('The workflow long.yml', () => {
  it('runs the long tests every week and on request', () => {
    const { jobs, on } = parse(readFileSync(join(FOLDER, 'long.yml'), 'utf8')) as Workflow;
    assert.deepEqual(Object.keys(on ?? {}), ['schedule', 'workflow_dispatch']);
    assert.deepEqual(jobs['long']?.steps?.at(-1), { run: 'npm run test:long' });
  });
});

describe('The desktop tests of the workflow ci.yml', () => {
  it('run in the oldest supported VS Code', () => {
    const { jobs } = parse(readFileSync(join(FOLDER, 'ci.yml'), 'utf8')) as Workflow;
    const versions = jobs['desktop']?.strategy?.matrix.vscode ?? [];
    assert.ok(versions.includes(manifest.engines.vscode.replace('^', '')), versions.join());
  });
});
