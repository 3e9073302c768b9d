import assert from 'node:assert/strict';
import { parseGlob } from '../../../src/base/glob.ts';

describe('A glob', () => {
  for (const [glob, fits, misses] of [
    ['*.csv', ['a.csv', 'deep/down/a.csv', '.csv'], ['a.CSV', 'a.csv/b', 'a-csv']],
    ['ledger-?.csv', ['ledger-1.csv', 'x/ledger-ü.csv'], ['ledger-12.csv', 'ledger-.csv']],
    ['exports/*.csv', ['exports/a.csv'], ['exports/x/a.csv', 'a.csv', 'my/exports/a.csv']],
    ['exports/**', ['exports/a', 'exports/x/y.csv'], ['exports', 'other/a']],
    ['**/exports/*.json', ['exports/a.json', 'a/b/exports/c.json'], ['exports/x/a.json', 'myexports/a.json']],
    ['a/**/b.csv', ['a/b.csv', 'a/x/y/b.csv'], ['a/xb.csv', 'ab.csv']],
    ['*.{csv,tsv}', ['a.csv', 'a.tsv'], ['a.json', 'a.{csv,tsv}']],
    ['[a-c]?.csv', ['b1.csv'], ['d1.csv', 'b.csv']],
    ['[!a-c].csv', ['d.csv'], ['a.csv']],
    ['./a.csv', ['a.csv'], ['x/a.csv']],
    ['./*.csv', ['a.csv'], ['x/a.csv']],
    ['a+(b)$^|.csv', ['a+(b)$^|.csv'], ['ab.csv']],
    ['a,b.csv', ['a,b.csv'], ['a']],
    ['{ledger,{a,b}*}.csv', ['ledger.csv', 'x/b1.csv'], ['c.csv', 'a/.csv']],
    ['{**/*.csv,exports/**/*.json}', ['a.csv', 'x/y/a.csv', 'exports/a.json'], ['a.json']],
    [
      'exports/{{**/,x}a,b}.csv',
      ['exports/a.csv', 'exports/x/y/a.csv', 'exports/xa.csv'],
      ['a.csv', 'exports/x/b.csv'],
    ],
    ['x{**/a,b}/c', ['x/a/c', 'xy/z/a/c', 'xb/c'], ['a/c', 'xa/c']],
    ['[c-a-].csv', ['-.csv'], ['b.csv']],
    ['Übersicht 😀 (1)-2.csv', ['Übersicht 😀 (1)-2.csv'], []],
  ] as const) {
    it(`${glob} matches what it should and nothing else`, () => {
      const matches = parseGlob(glob);
      assert.ok(matches);
      for (const path of fits) {
        assert.ok(matches(path), path);
      }
      for (const path of misses) {
        assert.ok(!matches(path), path);
      }
    });
  }

  it('that is invalid is not parsed', () => {
    for (const text of ['', '*.{csv', '[', '[]', 'a[/]b', 'x'.repeat(1_001)]) {
      assert.equal(parseGlob(text), undefined, text);
    }
  });
});
