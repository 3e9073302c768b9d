// The parts of a chart as SVG, in pixels. Colors come from the style sheet, and so from the theme.

/** A chart that is read as one image: `name` says what it is, and a table beside it has the same data. */
export function chart(name: string, width: number, height: number, marks: readonly SVGElement[]): SVGElement {
  const drawn = svg('svg', {
    class: 'chart',
    role: 'img',
    'aria-label': name,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  });
  drawn.append(...marks);
  return drawn;
}

export function bar(state: string, place: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>): SVGElement {
  return svg('rect', { class: `bar ${state}`, rx: 2, ...place });
}

/** A range of an axis, behind the bars. */
export function area(x: number, y: number, width: number, height: number): SVGElement {
  return svg('rect', { class: 'band', x, y, width, height: Math.max(1, height) });
}

export function line(kind: 'grid' | 'axis' | 'usual', x1: number, y1: number, x2: number, y2: number): SVGElement {
  // Between two pixels, a line of one pixel would be drawn over both.
  const sharp = (at: number): number => Math.floor(at) + 0.5;
  return svg('line', { class: kind, x1: sharp(x1), y1: sharp(y1), x2: sharp(x2), y2: sharp(y2) });
}

/** A text whose vertical center is at `y`. */
export function label(anchor: 'start' | 'middle' | 'end', x: number, y: number, text: string): SVGElement {
  const drawn = svg('text', { 'text-anchor': anchor, x, y, dy: '0.32em' });
  drawn.textContent = text;
  return drawn;
}

/** Of an editor group that is as narrow as VS Code makes it. */
const LEAST_CHART_PX = 160;

/** Draws a chart that is as wide as its frame. */
export function place(frame: Element | null, draw: (width: number) => Element): void {
  frame?.replaceChildren(draw(Math.max(LEAST_CHART_PX, Math.floor(frame.getBoundingClientRect().width))));
}

function svg(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  return made;
}
