import { element } from '../../page/element.ts';
import type { LaneRow, OverviewModel, OverviewRow } from '../messages.ts';

/** The height of a row. On a narrow page, a lane is below its name. */
const ROW_PX = { wide: 28, narrow: 52 };
const NARROW_PX = 640;
/** How many rows are kept above and below the visible ones, so that slow scrolling shows no gap. */
const SPARE_ROWS = 6;

/** The time range of the lanes, and the current time. */
export interface LaneAxis {
  readonly fromMs: number;
  readonly toMs: number;
  readonly nowMs: number;
}

/**
 * The lanes as a virtual list box: only the visible rows are in the DOM. It is a single tab stop; arrow keys choose a lane, and Enter opens
 * its connection.
 */
export class LaneList {
  readonly root = element('div', { class: 'lanes', role: 'listbox', tabindex: '0' });
  readonly #space = element('div', { class: 'space', role: 'presentation' });
  readonly #open: (entityId: string) => void;
  readonly #drawn = new Map<number, HTMLElement>();
  #rows: readonly OverviewRow[] = [];
  #axis: LaneAxis = { fromMs: 0, toMs: 1, nowMs: 0 };
  /** The entity of the chosen lane, which may move. */
  #chosen = '';
  #isPressed = false;

  constructor(open: (entityId: string) => void) {
    this.#open = open;
    this.root.append(this.#space);
    this.root.addEventListener('scroll', () => this.#draw(), { passive: true });
    this.root.addEventListener('keydown', (event) => this.#press(event));
    this.root.addEventListener('click', ({ target }) => this.#click(target));
    // A press focuses the list as well, but must not scroll away the lane that is about to be clicked.
    this.root.addEventListener('pointerdown', () => (this.#isPressed = true));
    this.root.addEventListener('pointerup', () => (this.#isPressed = false));
    this.root.addEventListener('blur', () => (this.#isPressed = false));
    this.root.addEventListener('focus', () => this.#focus());
    new ResizeObserver(() => this.#redraw()).observe(this.root);
  }

  show({ rows, labels }: OverviewModel, axis: LaneAxis): void {
    this.#rows = rows;
    this.#axis = axis;
    this.root.setAttribute('aria-label', labels.lanes);
    this.#redraw();
  }

  get #rowPx(): number {
    return this.root.clientWidth < NARROW_PX ? ROW_PX.narrow : ROW_PX.wide;
  }

  get #chosenIndex(): number {
    return this.#rows.findIndex((row) => row.kind === 'lane' && row.entityId === this.#chosen);
  }

  #redraw(): void {
    this.root.classList.toggle('narrow', this.root.clientWidth < NARROW_PX);
    this.#space.style.height = `${this.#rows.length * this.#rowPx}px`;
    this.#drawn.forEach((row) => row.remove());
    this.#drawn.clear();
    this.#draw();
  }

  /** Creates rows that became visible and removes the others, except for the chosen one, to which `aria-activedescendant` refers. */
  #draw(): void {
    const { scrollTop, clientHeight } = this.root;
    const first = Math.max(0, Math.floor(scrollTop / this.#rowPx) - SPARE_ROWS);
    const last = Math.min(this.#rows.length, Math.ceil((scrollTop + clientHeight) / this.#rowPx) + SPARE_ROWS);
    const chosen = this.#chosenIndex;
    for (const [index, row] of this.#drawn) {
      if (index !== chosen && (index < first || index >= last)) {
        row.remove();
        this.#drawn.delete(index);
      }
    }
    for (let index = first; index < last; index += 1) {
      this.#drawRow(index);
    }
    if (chosen >= 0) {
      this.#drawRow(chosen);
      this.root.setAttribute('aria-activedescendant', `row-${chosen}`);
    } else {
      this.root.removeAttribute('aria-activedescendant');
    }
  }

  #drawRow(index: number): void {
    const row = this.#rows[index];
    if (row && !this.#drawn.has(index)) {
      const rowElement = this.#rowOf(row, index);
      this.#drawn.set(index, rowElement);
      this.#space.append(rowElement);
    }
  }

  #rowOf(row: OverviewRow, index: number): HTMLElement {
    const isChosen = row.kind === 'lane' && row.entityId === this.#chosen;
    const rowElement = element('div', {
      class: row.kind === 'lane' ? 'row' : 'heading',
      id: `row-${index}`,
      role: 'option',
      'aria-setsize': String(this.#rows.length),
      'aria-posinset': String(index + 1),
      'aria-selected': String(isChosen),
      ...(row.kind === 'lane' ? {} : { 'aria-disabled': 'true' }),
    });
    rowElement.dataset['index'] = String(index);
    rowElement.style.top = `${index * this.#rowPx}px`;
    rowElement.style.height = `${this.#rowPx}px`;
    rowElement.append(...(row.kind === 'lane' ? this.#cellsOf(row) : [row.name]));
    return rowElement;
  }

  /** The visible cells, which are hidden from screen readers, and a sentence for these instead. */
  #cellsOf({ name, screenReaderText, bars, next, nextMs, isLate }: LaneRow): readonly Node[] {
    const { toMs, nowMs } = this.#axis;
    const hidden = { 'aria-hidden': 'true' };
    const lane = element('span', { ...hidden, class: 'lane' });
    for (const { state, startMs, endMs } of bars) {
      const bar = element('span', { class: startMs === null ? `mark ${state}` : `run ${state}` });
      const from = this.#share(startMs ?? endMs ?? nowMs);
      bar.style.left = `${from}%`;
      if (startMs !== null) {
        bar.style.width = `${Math.max(0, this.#share(endMs ?? nowMs) - from)}%`;
      }
      lane.append(bar);
    }
    const now = element('span', { class: 'now' });
    now.style.left = `${this.#share(nowMs)}%`;
    lane.append(now);
    if (nextMs !== null && nextMs > nowMs && nextMs <= toMs) {
      const mark = element('span', { class: 'next-mark' });
      mark.style.left = `${this.#share(nextMs)}%`;
      lane.append(mark);
    }
    return [
      element('span', { class: 'screen-reader-text' }, screenReaderText),
      element('span', { ...hidden, class: 'name', title: name }, name),
      lane,
      element('span', { ...hidden, class: isLate ? 'next late' : 'next' }, next),
    ];
  }

  /** Where a moment is on the axis, in percent. */
  #share(at: number): number {
    const { fromMs, toMs } = this.#axis;
    return Math.min(100, Math.max(0, ((at - fromMs) / (toMs - fromMs)) * 100));
  }

  #focus(): void {
    if (!this.#isPressed) {
      this.#choose(Math.max(this.#chosenIndex, this.#next(-1, 1)));
    }
  }

  #press(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.root.clientHeight / this.#rowPx) - 1);
    const at = this.#chosenIndex;
    const last = this.#rows.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: this.#next(at, 1),
      ArrowUp: this.#next(at, -1),
      PageDown: this.#next(Math.min(last, at + page) - 1, 1),
      PageUp: this.#next(Math.max(0, at - page) + 1, -1),
      Home: this.#next(-1, 1),
      End: this.#next(last + 1, -1),
    };
    const to = steps[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.#choose(to);
    } else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault();
      this.#open(this.#chosen);
    }
  }

  #click(target: EventTarget | null): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    const index = Number(row?.dataset['index'] ?? -1);
    const clicked = this.#rows[index];
    if (clicked?.kind === 'lane') {
      this.#choose(index);
      this.#open(clicked.entityId);
    }
  }

  /** The index of the next lane in a direction, skipping headings; -1 if there is none. */
  #next(from: number, by: 1 | -1): number {
    for (let index = from + by; index >= 0 && index < this.#rows.length; index += by) {
      if (this.#rows[index]?.kind === 'lane') {
        return index;
      }
    }
    return this.#rows[from]?.kind === 'lane' ? from : -1;
  }

  #choose(index: number): void {
    const row = this.#rows[index];
    if (row?.kind !== 'lane') {
      return;
    }
    this.#drawn.get(this.#chosenIndex)?.setAttribute('aria-selected', 'false');
    this.#chosen = row.entityId;
    const { clientHeight, scrollTop } = this.root;
    const top = index * this.#rowPx;
    if (top < scrollTop) {
      this.root.scrollTop = top;
    } else if (top + this.#rowPx > scrollTop + clientHeight) {
      this.root.scrollTop = top + this.#rowPx - clientHeight;
    }
    this.#draw();
    this.#drawn.get(index)?.setAttribute('aria-selected', 'true');
  }
}
