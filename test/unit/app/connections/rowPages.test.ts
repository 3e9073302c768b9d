import assert from 'node:assert/strict';
import type { ConnectionElement, GroupElement } from '../../../../src/app/connections/connectionElements.ts';
import { RowPages } from '../../../../src/app/connections/rowPages.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

describe('The pages of a long list', () => {
  const group: GroupElement = { kind: 'group', id: 'group/a', group: { grouping: 'sourceSystem', key: 'a' }, count: 0 };
  let pages: RowPages;

  beforeEach(() => {
    pages = new RowPages();
  });

  function rows(count: number): ConnectionElement[] {
    const connection = sampleConnection({ entityId: 'id' });
    return Array.from({ length: count }, (_, at) => ({ kind: 'connection', id: String(at), connection }));
  }

  it('shows a list of up to 1,000 rows whole', () => {
    for (const count of [0, 1, 1000]) {
      const all = rows(count);
      assert.deepEqual(pages.showPage(undefined, all), all);
    }
  });

  it('keeps the row that shows more the same object, for each list one', () => {
    const [first, again, ofGroup] = [undefined, undefined, group].map((parent) =>
      pages.showPage(parent, rows(1001)).at(-1),
    );
    assert.ok(first?.kind === 'more' && ofGroup?.kind === 'more');
    assert.equal(first, again);
    assert.notEqual(first.id, ofGroup.id);
    assert.equal(ofGroup.group, group);
    assert.equal(pages.find(ofGroup), ofGroup);
    assert.equal(pages.find({ ...ofGroup }), undefined);
  });

  it('shows more of a group that was gone and is another object now', () => {
    pages.showPage(group, rows(1001));
    const again = { ...group };
    const more = pages.showPage(again, rows(1001)).at(-1);
    assert.ok(more?.kind === 'more');
    assert.equal(more.group, again);
  });

  it('counts the rows shown in all lists, each once', () => {
    pages.showPage(undefined, []);
    pages.showPage(group, rows(1500));
    pages.showPage(group, rows(1500));
    pages.showPage({ ...group, id: 'group/b' }, rows(10));
    assert.equal(pages.shownCount, 1010);
    pages.showPage(undefined, rows(5));
    assert.equal(pages.shownCount, 5);
  });

  it('shows a list up to a row, and says whether that is more', () => {
    assert.equal(pages.include(group, 999), false);
    assert.equal(pages.include(group, 1500), true);
    assert.equal(pages.include(group, 1400), false);
    assert.equal(pages.showPage(group, rows(2000)).length, 1502);
    assert.equal(pages.showPage(undefined, rows(2000)).length, 1001);
  });
  it('shows 1,000 more of a list each time, and the counts in the row that shows more', () => {
    for (const parent of [undefined, group]) {
      const more = pages.showPage(parent, rows(2500)).at(-1);
      assert.ok(more?.kind === 'more');
      assert.deepEqual([more.shownCount, more.totalCount], [1000, 2500]);
      pages.extend(more);
      assert.equal(pages.showPage(parent, rows(2500)).length, 2001);
      assert.deepEqual([more.shownCount, more.totalCount], [2000, 2500]);
      pages.extend(more);
      assert.equal(pages.showPage(parent, rows(2500)).length, 2500);
    }
  });
});
