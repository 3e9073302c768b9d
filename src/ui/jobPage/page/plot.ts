import { plot } from '@observablehq/plot';
import type { PlotOptions } from '@observablehq/plot';

/** Where a state's colour comes from: the theme, so that light, dark and high contrast each bring their own. */
export const STATE_COLORS: Readonly<Record<string, string>> = {
  running: 'var(--running)',
  succeeded: 'var(--succeeded)',
  failed: 'var(--failed)',
};
export const OTHER_COLOR = 'var(--other)';

/** Draws a picture that is told as one: `label` says what it is, and a table beside it says the same. */
export function picture(label: string, options: PlotOptions): SVGElement | HTMLElement {
  const drawn = plot({ ...options, className: 'plot' });
  // The page's style has what these rules say, and lets no other in.
  drawn.querySelectorAll('style').forEach((style) => style.remove());
  // Inside a picture nothing is told on its own.
  drawn.querySelectorAll('[aria-label]').forEach((part) => part.removeAttribute('aria-label'));
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', label);
  return drawn;
}

export function shortened(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
