import { l10n } from 'vscode';
import { jobState } from '../../model/job.ts';
import type { Job, JobState } from '../../model/job.ts';
import type { TooltipPicture } from '../window/tooltip.ts';

const CELL_PX = 18;

/** An image can't use the theme's colors. These have enough contrast to dark and light backgrounds, and white to each of them. */
const COLORS = { good: '#2e8540', bad: '#d63b2f', other: '#767676', sign: '#ffffff' };

/** The outcomes of the last runs as shapes, oldest first, and in words how many of them completed. Undefined for fewer than two. */
export function runStrip(runs: readonly Job[]): TooltipPicture | undefined {
  const states = runs.map(jobState);
  if (states.length < 2) {
    return undefined;
  }
  const width = states.length * CELL_PX;
  const height = CELL_PX;
  const shapes = states.map((state, index) => `<g transform="translate(${index * CELL_PX} 0)">${shapeOf(state)}</g>`);
  return {
    words: stripText(states),
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes.join('')}</svg>`,
    width,
    height,
  };
}

/** "8 of the last 10 completed". */
function stripText(states: readonly JobState[]): string {
  const completed = states.filter((state) => state === 'succeeded').length;
  return l10n.t('{0} of the last {1} completed', completed, states.length);
}

/** Each outcome has its own shape, so that none is shown by color alone. */
function shapeOf(state: JobState): string {
  const { good, bad, other, sign } = COLORS;
  const stroke = `stroke="${sign}" stroke-width="2" fill="none"`;
  switch (state) {
    case 'succeeded':
      return `<circle cx="8" cy="9" r="7" fill="${good}"/><path d="M4.5 9.5l2.5 2.5 4.5-5.5" ${stroke}/>`;
    case 'failed':
      return `<path d="M1 2h14v14h-14z" fill="${bad}"/><path d="M5 6l6 6M11 6l-6 6" ${stroke}/>`;
    case 'running':
    case 'finished':
    case 'lost':
      return `<path d="M8 3l6 6-6 6-6-6z" stroke="${other}" stroke-width="2" fill="none"/>`;
  }
}
