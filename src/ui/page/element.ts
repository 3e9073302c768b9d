type Child = Node | string;

/** Creates an element. Texts become text nodes and are never parsed as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => Child;
  /** Aligned to the right. */
  readonly isNumber?: boolean;
}

/** A table whose first column names its rows. */
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
  const made = element(
    'table',
    { 'aria-label': name },
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...body),
  );
  // A wide table scrolls inside its region, with the keyboard too.
  return element('div', { class: 'scrolling', role: 'region', 'aria-label': name, tabindex: '0' }, made);
}

/** A state as text, with a decorative sign before it. */
export function stateMark(state: string, text: string): HTMLElement {
  const sign = element('span', { class: `sign ${state}`, 'aria-hidden': 'true' });
  return element('span', { class: 'state' }, sign, text);
}

/** A part of the page that is drawn again only when what it shows has changed, so that scroll position and focus stay. */
export class Part {
  readonly root: HTMLElement;
  #shown = '';

  constructor(className: string) {
    this.root = element('section', { class: className });
  }

  /** `content` is everything that `draw` reads. */
  show(content: unknown, draw: () => readonly Node[]): void {
    const shown = JSON.stringify(content);
    if (shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    const focused = document.activeElement;
    const key = focused instanceof HTMLElement && this.root.contains(focused) ? focused.dataset['key'] : undefined;
    this.root.replaceChildren(...draw());
    const again = Array.from(this.root.querySelectorAll('[data-key]')).find(
      (one) => one instanceof HTMLElement && key !== undefined && one.dataset['key'] === key,
    );
    if (again instanceof HTMLElement) {
      again.focus();
    }
  }
}
