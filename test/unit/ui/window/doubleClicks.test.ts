import assert from 'node:assert/strict';
import { DoubleClicks } from '../../../../src/ui/window/doubleClicks.ts';

describe('A double click on a row', () => {
  let clicks: DoubleClicks;

  beforeEach(() => {
    clicks = new DoubleClicks();
  });

  it('is the second of two toggles within half a second', () => {
    assert.equal(clicks.handleToggle('a', false, 0), false, 'the first click selects the row afterwards');
    assert.equal(clicks.handleToggle('a', true, 500), true);
    assert.equal(clicks.handleToggle('a', true, 600), false, 'a third click is none');
  });

  it('is none of two slow ones, or of two rows', () => {
    clicks.handleToggle('a', true, 0);
    assert.equal(clicks.handleToggle('a', true, 501), false);
    assert.equal(clicks.handleToggle('b', true, 600), false);
    assert.equal(clicks.handleToggle('a', true, 700), false);
  });

  it('is none of two keys or clicks on the twistie, which do not select the row', () => {
    clicks.handleToggle('a', false, 0);
    assert.equal(clicks.handleToggle('a', false, 100), false);
  });
});
