import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..', '..', '..');

type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** The files that each file imports, also for types and by import(). ESLint's rule ignores these, and takes a third of the time of lint. */
function importsOf(pattern: string): Imports {
  const files = globSync(pattern, { cwd: ROOT }).map((file) => join(ROOT, file));
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
      return [file, new Set(importedFiles.map(({ fileName }) => join(dirname(file), fileName)))];
    }),
  );
}

/** The files that import each other in a circle: what remains without the files that import no remaining file. */
function filesInCircles(imports: Imports): readonly string[] {
  let rest = new Map(imports);
  for (let size = -1; size !== rest.size;) {
    size = rest.size;
    const imported = new Set([...rest.values()].flatMap((targets) => [...targets]));
    rest = new Map(
      [...rest].filter(([file, targets]) => imported.has(file) && [...targets].some((target) => rest.has(target))),
    );
  }
  return [...rest.keys()].map((file) => relative(ROOT, file)).sort();
}

describe('The imports', () => {
  for (const folder of ['src', 'test']) {
    it(`of ${folder} have no circle, not even of types`, () => {
      const imports = importsOf(`${folder}/**/*.ts`);
      assert.ok(imports.size > 100);
      assert.deepEqual(filesInCircles(imports), []);
    });
  }

  it('would show one', () => {
    const circle: Imports = new Map([
      ['a.ts', new Set(['b.ts'])],
      ['b.ts', new Set(['c.ts', 'd.ts'])],
      ['c.ts', new Set(['b.ts'])],
      ['d.ts', new Set()],
    ]);
    assert.deepEqual(
      filesInCircles(circle).map((file) => file.slice(-4)),
      ['b.ts', 'c.ts'],
    );
  });
});
