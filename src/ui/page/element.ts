type Child = Node | string;

/** Creates an element. Strings become text nodes and are never parsed as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    created.setAttribute(key, value);
  }
  created.append(...children);
  return created;
}

export function button(text: string, attributes: Readonly<Record<string, string>>, act: () => void): HTMLButtonElement {
  const created = element('button', { type: 'button', ...attributes }, text);
  created.addEventListener('click', act);
  return created;
}

interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => Child;
  /** Whether the column is aligned to the right. */
  readonly isNumber?: boolean;
}

/** A table whose first column contains the row headers. */
export function table<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): HTMLElement {
  const classOf = ({ isNumber }: Column<Row>): Record<string, string> => (isNumber === true ? { class: 'number' } : {});
  const head = columns.map((column) => element('th', { scope: 'col', ...classOf(column) }, column.label));
  const body = rows.map((row) =>
    element(
      'tr',
      {},
      ...columns.map((column, index) =>
        index === 0
          ? element('th', { scope: 'row', ...classOf(column) }, column.cell(row))
          : element('td', classOf(column), column.cell(row)),
      ),
    ),
  );
  const content = element(
    'table',
    { 'aria-label': name },
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...body),
  );
  // Can be focused, so that a wide table can also be scrolled with the keyboard.
  const attributes = {
    class: 'scrolling',
    role: 'region',
    'aria-label': name,
    tabindex: '0',
    'data-key': `in-${name}`,
  };
  return element('div', attributes, content);
}

/** A state as text after a decorative icon, which screen readers ignore. */
export function stateMark(state: string, text: string): HTMLElement {
  const sign = element('span', { class: `sign ${state}`, 'aria-hidden': 'true' });
  return element('span', { class: 'state' }, sign, text);
}

/** A text that screen readers announce when it changes. See `Part`. */
export function liveRegion(className: string, ...children: readonly Child[]): HTMLElement {
  return element('p', { class: className, role: 'status' }, ...children);
}

/** Says that the page is out of date, if it is. */
export function staleNote(text: string): HTMLElement {
  return liveRegion('stale', text);
}

/** Explains the signs of a chart. Hidden from screen readers, because the table beside it names them. */
export function legend(signs: readonly string[]): readonly Node[] {
  return signs.length === 0 ? [] : [element('p', { class: 'legend', 'aria-hidden': 'true' }, signs.join('\u2003'))];
}

/**
 * A part of the page that is redrawn only when its content has changed. It then keeps the focus, on the element with the same `data-key`
 * or else on itself, and how far that element was scrolled. Live texts directly in it stay in the page, because screen readers announce
 * the changes of an element, and not reliably a new one.
 */
export class Part {
  readonly root: HTMLElement;
  #drawnContent = '';

  constructor(className: string) {
    this.root = element('section', { class: className });
  }

  /** @param content everything that `draw` depends on. */
  show(content: unknown, draw: () => readonly Node[]): void {
    const serialized = JSON.stringify(content);
    if (serialized === this.#drawnContent) {
      return;
    }
    this.#drawnContent = serialized;
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement && this.root.contains(focused))) {
      this.#replaceChildren(draw());
      return;
    }
    const { scrollLeft } = focused;
    const key = focused.dataset['key'];
    this.#replaceChildren(draw());
    const keyed = Array.from(this.root.querySelectorAll<HTMLElement>('[data-key]'));
    const target = keyed.find((candidate) => key !== undefined && candidate.dataset['key'] === key) ?? this.root;
    // Neither takes the focus from an editor, nor scrolls to an element that was scrolled out of view.
    if (document.hasFocus()) {
      if (target === this.root) {
        target.tabIndex = -1;
      }
      target.focus({ preventScroll: true });
    }
    target.scrollLeft = scrollLeft;
  }

  #replaceChildren(drawn: readonly Node[]): void {
    const live = Array.from(this.root.querySelectorAll(':scope > [role="status"]'));
    const children = drawn.map((node) => {
      const kept = node instanceof Element ? live.find(({ className }) => className === node.className) : undefined;
      if (kept && !kept.isEqualNode(node)) {
        kept.replaceChildren(...node.childNodes);
      }
      return kept ?? node;
    });
    for (const child of Array.from(this.root.childNodes)) {
      if (!children.includes(child)) {
        child.remove();
      }
    }
    let next = this.root.firstChild;
    for (const child of children) {
      if (child === next) {
        next = next.nextSibling;
      } else {
        this.root.insertBefore(child, next);
      }
    }
  }
}
