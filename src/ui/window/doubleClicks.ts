import { monotonicNow } from '../../base/monotonicClock.ts';

const DOUBLE_CLICK_MS = 500;

/**
 * Recognizes double clicks on rows that can be expanded. VS Code reports none, but the first click expands or collapses the row and the
 * second one undoes that. A command of the row would be reported, too, but then a click would no longer expand it.
 */
export class DoubleClicks {
  #last: { readonly id: string; readonly at: number } | undefined;

  /**
   * Call this when a row was expanded or collapsed. Returns whether that was the second click.
   *
   * @param isSelected whether it is the only selected row: clicks and Enter select a row. The arrow keys and a twistie don't, but on a row that
   * is already selected they can't be told from clicks.
   */
  handleToggle(id: string, isSelected: boolean, now: number = monotonicNow()): boolean {
    const isSecond = isSelected && this.#last?.id === id && now - this.#last.at <= DOUBLE_CLICK_MS;
    this.#last = isSecond ? undefined : { id, at: now };
    return isSecond;
  }
}

/** Whether a row is the only selected one. */
export function isOnlySelected({ selection }: { readonly selection: readonly unknown[] }, row: unknown): boolean {
  return selection.length === 1 && selection[0] === row;
}
