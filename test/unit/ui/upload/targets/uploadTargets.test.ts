import assert from 'node:assert/strict';
import { mappedTarget } from '../../../../../src/ui/upload/targets/uploadTargets.ts';

describe('The targets in the settings', () => {
  const targets = {
    '*.csv': 'any',
    'exports/*.csv': 'exports',
    'exports/ledger-*.csv': 'ledger',
    '*.json': 7,
    '[': 'bad',
  };

  it('are those of the longest glob that fits', () => {
    assert.equal(mappedTarget(targets, 'exports/ledger-10.csv'), 'ledger');
    assert.equal(mappedTarget(targets, 'exports/sales.csv'), 'exports');
    assert.equal(mappedTarget(targets, 'deep/sales.csv'), 'any');
  });

  it('are none where nothing fits or what is set is no target', () => {
    assert.equal(mappedTarget(targets, 'a.json'), undefined);
    assert.equal(mappedTarget(targets, 'a.txt'), undefined);
    for (const wrong of [undefined, null, 'x', 7, []]) {
      assert.equal(mappedTarget(wrong, 'a.csv'), undefined);
    }
  });
});
