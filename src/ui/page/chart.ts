// The SVG elements of a chart, in pixels. The style sheet sets their colors from the theme.

/** A chart that screen readers treat as one image with the label `name`. A table next to it has the same data. */
export function chart(name: string, width: number, height: number, marks: readonly SVGElement[]): SVGElement {
  const root = svg('svg', {
    class: 'chart',
    role: 'img',
    'aria-label': name,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  });
  root.append(...marks);
  return root;
}

export function bar(state: string, box: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>): SVGElement {
  return svg('rect', { class: `bar ${state}`, rx: 2, ...box });
}

/** A shaded range of the vertical axis, behind the bars. */
export function area(x: number, y: number, width: number, height: number): SVGElement {
  return svg('rect', { class: 'band', x, y, width, height: Math.max(1, height) });
}

export function line(kind: 'grid' | 'axis' | 'usual', x1: number, y1: number, x2: number, y2: number): SVGElement {
  // At the boundary of two pixels, a line one pixel wide would be blurred across both.
  const sharp = (position: number): number => Math.floor(position) + 0.5;
  return svg('line', { class: kind, x1: sharp(x1), y1: sharp(y1), x2: sharp(x2), y2: sharp(y2) });
}

/** Text that is vertically centered at `y`. */
export function label(anchor: 'start' | 'middle' | 'end', x: number, y: number, text: string): SVGElement {
  const node = svg('text', { 'text-anchor': anchor, x, y, dy: '0.32em' });
  node.textContent = text;
  return node;
}

/** The width of a chart in the narrowest editor group that VS Code allows. */
const MIN_CHART_PX = 160;

/** Replaces the content of `frame` with a chart of the same width. */
export function drawChart(frame: Element | null, draw: (width: number) => Element): void {
  frame?.replaceChildren(draw(Math.max(MIN_CHART_PX, Math.floor(frame.getBoundingClientRect().width))));
}

function svg(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const created = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    created.setAttribute(key, String(value));
  }
  return created;
}
