import assert from 'node:assert/strict';
import { branchCoverage, foldersBelow } from '../../vscode/branchCoverage.ts';

describe('The coverage of branches', () => {
  it('is that of each folder, and must be 95% in every one', () => {
    const coverage = branchCoverage({
      total: { branches: { total: 1_000, covered: 0 } },
      '/x/src/api/a.ts': { branches: { total: 10, covered: 9 } },
      '/x/src/api/b.ts': { branches: { total: 10, covered: 10 } },
      '/x/src/data/csv/c.ts': { branches: { total: 1_000, covered: 949 } },
      'C:\\x\\src\\jobs\\d.ts': { branches: { total: 4, covered: 4 } },
      '/x/src/base/app/e.ts': { branches: { total: 4, covered: 0 } },
    });
    assert.deepEqual(
      [...coverage],
      [
        ['api', 95],
        ['data', 94.9],
        ['jobs', 100],
        ['app', 0],
      ],
    );
    assert.deepEqual(foldersBelow(coverage), ['data', 'app']);
  });
});
