const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];
const MAX_TICKS = 6;
/** Space for a duration such as "1 h 30 min". */
const TICK_PX = 64;

/** Round durations up to the longest, for the ticks of an axis, in milliseconds. `widthPx`: of an axis with its labels side by side. */
export function durationTicks(longestMs: number, widthPx = Infinity): readonly number[] {
  const maxTicks = Math.max(2, Math.min(MAX_TICKS, Math.floor(widthPx / TICK_PX)));
  const longestS = Math.max(1, longestMs / 1000);
  const day = 86_400;
  const stepS = STEPS_S.find((step) => longestS / step < maxTicks) ?? Math.ceil(longestS / day / maxTicks) * day;
  return multiples(stepS, longestS).map((seconds) => seconds * 1000);
}

/**
 * The labels for some of the runs, oldest first: the date of the first one of each day and the times of the others, and only times if
 * several are all of one day.
 */
export function runTicks(runs: readonly { readonly date: string; readonly time: string }[]): readonly string[] {
  const isOneDay = runs.length > 1 && new Set(runs.map(({ date }) => date)).size === 1;
  return runs.map(({ date, time }, index) => (isOneDay || date === runs[index - 1]?.date ? time : date));
}

/** Round counts up to the largest, for the ticks of an axis. */
export function countTicks(largest: number): readonly number[] {
  const least = Math.max(1, largest / 5);
  const power = 10 ** Math.floor(Math.log10(least));
  return multiples([1, 2, 5].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power, largest);
}

function multiples(step: number, largest: number): readonly number[] {
  return Array.from({ length: Math.floor(largest / step) + 1 }, (_, index) => index * step);
}
