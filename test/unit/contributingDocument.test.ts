import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { VERSIONS } from '../vscode/versions.ts';

const contributing = readFileSync('CONTRIBUTING.md', 'utf8').replaceAll(/\s+/g, ' ');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** What the pattern captures in the document, each once. */
function named(pattern: RegExp): readonly string[] {
  return [...new Set(Array.from(contributing.matchAll(pattern), ([, name = '']) => name))];
}

describe('CONTRIBUTING.md', () => {
  it('names only scripts that there are', () => {
    const names = named(/`npm run ([\w:]+)/g);
    assert.ok(names.length > 15);
    assert.deepEqual(
      names.filter((name) => !(name in scripts)),
      [],
    );
  });

  it('names only files and folders that there are', () => {
    const paths = named(/`((?:src|test|build)\/[\w/.]+)`/g);
    assert.ok(paths.length > 20);
    assert.deepEqual(
      paths.filter((path) => !existsSync(path)),
      [],
    );
  });

  it('says what is in each folder of the tests', () => {
    const folders = readdirSync('test', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(named(/\| `test\/(\w+)` +\|/g).toSorted(), folders.map(({ name }) => name).sort());
  });

  it('names the versions of VS Code in which the tests run, and no other', () => {
    assert.deepEqual([...named(/\b(1\.1\d\d\.\d+)\b/g)].sort(), VERSIONS.toSorted());
  });

  it('names how much of the branches the unit tests must reach', () => {
    const { branches } = JSON.parse(readFileSync('.c8rc.json', 'utf8')) as { readonly branches: number };
    const least = /const LEAST_PERCENT = (\d+);/.exec(readFileSync('test/vscode/branchCoverage.ts', 'utf8'))?.[1];
    assert.ok(contributing.includes(`branches at least ${branches}%, in api, data, jobs, and app ${least ?? ''}%`));
  });
});
