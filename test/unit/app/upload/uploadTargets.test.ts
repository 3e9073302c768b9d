import assert from 'node:assert/strict';
import { mappedTarget } from '../../../../src/app/upload/uploadTargets.ts';

describe('The targets in the settings', () => {
  const targets = {
    '*.csv': 'any',
    'exports/*.csv': 'exports',
    'exports/ledger-*.csv': 'ledger',
    '*.json': 7,
    '[': 'bad',
  };

  const ofUser = (value: unknown, path: string) => mappedTarget({ ofUser: value, ofWorkspace: [] }, path);
  const ofWorkspace = (value: unknown, path: string) =>
    mappedTarget({ ofUser: undefined, ofWorkspace: [value, undefined] }, path);

  for (const [whose, map, isProposed] of [
    ['the user', ofUser, false],
    ['a workspace', ofWorkspace, true],
  ] as const) {
    it(`of ${whose} are those of the longest matching glob`, () => {
      assert.deepEqual(map(targets, 'exports/ledger-10.csv'), { entityId: 'ledger', isProposed });
      assert.deepEqual(map(targets, 'exports/sales.csv'), { entityId: 'exports', isProposed });
      assert.deepEqual(map(targets, 'deep/sales.csv'), { entityId: 'any', isProposed });
    });
  }

  it('are the user’s if these match, however specific those of a workspace are', () => {
    const settings = { ofUser: { '*.csv': 'own' }, ofWorkspace: [{ 'exports/*.csv': 'theirs', '*.json': 'theirs' }] };
    assert.deepEqual(mappedTarget(settings, 'exports/sales.csv'), { entityId: 'own', isProposed: false });
    assert.deepEqual(mappedTarget(settings, 'exports/sales.json'), { entityId: 'theirs', isProposed: true });
  });

  it('of a folder override those of its workspace', () => {
    const settings = {
      ofUser: {},
      ofWorkspace: [{ '*.csv': 'workspace', '*.json': 'workspace' }, { '*.csv': 'folder' }],
    };
    assert.equal(mappedTarget(settings, 'a.csv')?.entityId, 'folder');
    assert.equal(mappedTarget(settings, 'a.json')?.entityId, 'workspace');
  });

  it('may name a file or its folders exactly, with brackets and braces', () => {
    for (const [glob, path] of [
      ['odd[1].csv', 'odd[1].csv'],
      ['odd[1].csv', 'deep/odd[1].csv'],
      ['a{b/odd[1.csv', 'a{b/odd[1.csv'],
      ['./odd[1].csv', 'odd[1].csv'],
      ['./[2026] exports/odd[1].csv', '[2026] exports/odd[1].csv'],
      ['[2026] exports/{a,b}-*.csv', '[2026] exports/b-1.csv'],
      ['[2026]/a{b}/**/*.csv', '[2026]/a{b}/c/d.csv'],
    ] as const) {
      assert.equal(ofUser({ [glob]: 'exact' }, path)?.entityId, 'exact', glob);
    }
    for (const [glob, path] of [
      ['[2026]/a.csv', '[2026]/b.csv'],
      ['[2026]/*.csv', '[2026]/deep/b.csv'],
      ['[2026]/a', '[2026]/a/b.csv'],
      ['./odd[1].csv', 'deep/odd[1].csv'],
      ['', ''],
    ] as const) {
      assert.equal(ofUser({ [glob]: 'exact' }, path), undefined, glob);
    }
  });

  it('are none if nothing matches or the value is not valid', () => {
    for (const map of [ofUser, ofWorkspace]) {
      assert.equal(map(targets, 'a.json'), undefined);
      assert.equal(map(targets, 'a.txt'), undefined);
      for (const wrong of [undefined, null, 'x', 7, []]) {
        assert.equal(map(wrong, 'a.csv'), undefined);
      }
    }
  });
});
