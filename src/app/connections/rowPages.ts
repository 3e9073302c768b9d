import type { Writable } from '../../base/writable.ts';
import type { ConnectionsElement, GroupElement, MoreElement } from './connectionElements.ts';

/** VS Code sends all rows under a parent in one message, at about 6 ms per 1,000 rows, and shows none until it has them all. */
const ROWS_PER_PAGE = 1000;

/** How much of each long list is shown. The user can show more of it. */
export class RowPages {
  /** By the ID of the parent; '' for the rows without one. */
  readonly #limits = new Map<string, number>();
  readonly #more = new Map<string, Writable<MoreElement>>();
  readonly #shownCounts = new Map<string, number>();

  /** How many rows are shown in all. */
  get shownCount(): number {
    return [...this.#shownCounts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The first rows of a list and, if there are more, the row that shows more of them. */
  showPage(group: GroupElement | undefined, rows: readonly ConnectionsElement[]): ConnectionsElement[] {
    const parentId = group?.id ?? '';
    if (group === undefined) {
      this.#shownCounts.clear();
    }
    const shownCount = Math.min(rows.length, this.#limits.get(parentId) ?? ROWS_PER_PAGE);
    this.#shownCounts.set(parentId, shownCount);
    if (shownCount === rows.length) {
      return [...rows];
    }
    const more: Writable<MoreElement> = this.#more.get(parentId) ?? {
      kind: 'more',
      id: `${parentId}/more`,
      group,
      shownCount,
      totalCount: 0,
    };
    // A group that disappeared and came back is a new element.
    more.group = group;
    more.shownCount = shownCount;
    more.totalCount = rows.length;
    this.#more.set(parentId, more);
    return [...rows.slice(0, shownCount), more];
  }

  /** Shows the next page where that row is. */
  extend({ group, shownCount }: MoreElement): void {
    this.#limits.set(group?.id ?? '', shownCount + ROWS_PER_PAGE);
  }

  /** Shows a list at least up to the row with this index. Returns whether it shows more than before. */
  include(group: GroupElement | undefined, index: number): boolean {
    const parentId = group?.id ?? '';
    const limit = this.#limits.get(parentId) ?? ROWS_PER_PAGE;
    this.#limits.set(parentId, Math.max(limit, index + 1));
    return index >= limit;
  }

  /** The row that shows more of a list, if `value` is one. */
  find(value: unknown): MoreElement | undefined {
    return [...this.#more.values()].find((more) => more === value);
  }
}
