const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];
const AT_MOST = 6;

/** Where an axis of time has its marks, in milliseconds: at round lengths of time up to the longest, few enough to be read. */
export function durationTicks(longestMs: number): readonly number[] {
  const longestS = Math.max(1, longestMs / 1000);
  const day = 86_400;
  const stepS = STEPS_S.find((step) => longestS / step < AT_MOST) ?? Math.ceil(longestS / day / AT_MOST) * day;
  return Array.from({ length: Math.floor(longestS / stepS) + 1 }, (_, index) => index * stepS * 1000);
}
