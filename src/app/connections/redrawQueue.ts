import type { Disposable } from '../../base/disposable.ts';
import type { ConnectionsElement, TreeChange } from './connectionElements.ts';

/** Above this, redrawing the parents is cheaper: VS Code looks up each element among all its siblings. */
const MAX_ELEMENTS = 50;
const MIN_GAP_MS = 250;
const GAP_PER_ROW_MS = 0.1;

interface RedrawQueueOptions {
  /** Redraws these elements with their children; everything if undefined. */
  readonly redraw: (elements: ConnectionsElement[] | undefined) => void;
  readonly parentOf: (element: ConnectionsElement) => ConnectionsElement | undefined;
  /** How many rows are redrawn with everything. */
  readonly rowCount: () => number;
}

/**
 * Throttles redraws of the tree: the first change is drawn at once, later ones together, after a gap that grows with the number of rows.
 */
export class RedrawQueue implements Disposable {
  readonly #options: RedrawQueueOptions;
  #isAll = false;
  readonly #elements = new Set<ConnectionsElement>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  constructor(options: RedrawQueueOptions) {
    this.#options = options;
  }

  /** `isUrgent`: the user is waiting for it. */
  add(change: TreeChange, { isUrgent = false } = {}): void {
    if (this.#isDisposed) {
      return;
    }
    this.#isAll ||= change === 'all';
    for (const element of change === 'all' ? [] : change) {
      this.#elements.add(element);
    }
    if (isUrgent || this.#timer === undefined) {
      this.#redraw();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  #redraw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const elements = this.#isAll ? undefined : this.#withFewElements([...this.#elements]);
    this.#isAll = false;
    this.#elements.clear();
    if (elements?.length === 0) {
      return;
    }
    const gapMs = elements === undefined ? this.#options.rowCount() * GAP_PER_ROW_MS : 0;
    this.#timer = setTimeout(() => this.#redraw(), Math.max(MIN_GAP_MS, gapMs));
    this.#options.redraw(elements);
  }

  /** Replaces elements with their parents if there are too many; undefined, for everything, if that doesn't help. */
  #withFewElements(elements: ConnectionsElement[]): ConnectionsElement[] | undefined {
    if (elements.length <= MAX_ELEMENTS) {
      return elements;
    }
    const parents = [...new Set(elements.map((element) => this.#options.parentOf(element) ?? element))];
    return parents.length < elements.length ? this.#withFewElements(parents) : undefined;
  }
}
