import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { sep } from 'node:path';
import { COMPLETE_FILES, filesOf, GROUPS } from '../../mutation/groups.ts';

describe('The groups of mutation tests', () => {
  it('have every file of the folders that need no VS Code, except for types', () => {
    const grouped = new Set(GROUPS.flatMap(filesOf));
    const sources = globSync(['src/{api,data,jobs,app}/**/*.ts', 'src/base/displayText.ts']);
    assert.ok(sources.length > 100, String(sources.length));
    assert.deepEqual(
      sources.filter((file) => !file.endsWith('.d.ts') && !grouped.has(file.replaceAll(sep, '/'))),
      [],
    );
  });

  it('each have a file that no group before it has, and tests', () => {
    const earlier = new Set<string>();
    for (const group of GROUPS) {
      const files = filesOf(group).filter((file) => !earlier.has(file));
      assert.ok(files.length > 0, group.source);
      files.forEach((file) => earlier.add(file));
      for (const pattern of group.tests) {
        assert.ok(globSync(pattern).length > 0, `${group.source}: ${pattern}`);
      }
    }
  });

  it('have the files in which every mutant is noticed', () => {
    const grouped = new Set(GROUPS.flatMap(filesOf));
    assert.deepEqual(
      COMPLETE_FILES.filter((file) => !grouped.has(file)),
      [],
    );
  });
});
