import assert from 'node:assert/strict';
import { branchCoverage, foldersBelow } from '../../vscode/branchCoverage.ts';
import type { Coverage } from '../../vscode/branchCoverage.ts';

/** A file with a branch for each of these hits. */
function fileWith(hits: readonly number[], text = 'yes()'): Coverage[string] {
  const location = { start: { line: 1, column: 0 }, end: { line: 1, column: text.length } };
  return {
    branchMap: Object.fromEntries(hits.map((_, id) => [id, { locations: [location] }])),
    b: Object.fromEntries(hits.map((count, id) => [id, [count]])),
  };
}

describe('The coverage of branches', () => {
  it('is that of each folder, and must be 95% in every one', () => {
    const ones = (length: number): readonly number[] => Array<number>(length).fill(1);
    const coverage = branchCoverage(
      {
        '/x/src/api/a.ts': fileWith([...ones(9), 0]),
        '/x/src/api/b.ts': fileWith(ones(10)),
        '/x/src/data/csv/c.ts': fileWith([...ones(949), ...Array<number>(51).fill(0)]),
        'C:\\x\\src\\jobs\\d.ts': fileWith(ones(4)),
        '/x/src/base/app/e.ts': fileWith([0]),
      },
      () => 'yes()',
    );
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

  it('counts a constant in place of an element only if it is reached', () => {
    for (const [text, percent] of [
      ['?? 0', 50],
      ["?? ''", 50],
      ['?? END_OF_RUN', 50],
      ['?? other()', 25],
      ['? 0', 25],
    ] as const) {
      const report = { '/x/src/data/a.ts': fileWith([0, 0], text), '/x/src/data/b.ts': fileWith([1, 0], 'yes()') };
      assert.equal(
        branchCoverage(report, (path) => (path.endsWith('a.ts') ? text : 'yes()')).get('data'),
        percent,
        text,
      );
    }
  });
});
