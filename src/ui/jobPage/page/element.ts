type Child = Node | string;

/** Makes an element. Text becomes text, whatever is in it: nothing here ever reads markup. */
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
  /** Numbers stand to the right. */
  readonly isNumber?: boolean;
}

/** A table whose first column names its rows. */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): HTMLElement {
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
    {},
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...body),
  );
  // Wide rows scroll by themselves, with the keyboard too, and leave the page in its place.
  return element('div', { class: 'scrolling', role: 'region', 'aria-label': caption, tabindex: '0' }, made);
}

/** A state in words with its sign. The words say it all; the sign is for the eye. */
export function stateMark(state: string, text: string): HTMLElement {
  const sign = element('span', { class: `sign ${state}`, 'aria-hidden': 'true' });
  return element('span', { class: 'state' }, sign, text);
}
