import { env } from 'vscode';

const UNITS: Readonly<Record<string, string>> = { h: 'hour', min: 'minute', s: 'second' };
/** Created when first used: the first one takes longer than the rest of the module. */
const formats = new Map<string, Intl.NumberFormat>();

/** A text of a row as a screen reader should read it: with commas between its parts, and durations in full words. */
export function spokenText(text: string): string {
  return text
    .replace(/ [·→] /g, ', ')
    .replace(/\b(\d+) (h|min|s)\b/g, (short, count, name: string) => formatOf(name)?.format(Number(count)) ?? short);
}

function formatOf(name: string): Intl.NumberFormat | undefined {
  const unit = UNITS[name];
  if (unit !== undefined && !formats.has(name)) {
    formats.set(name, new Intl.NumberFormat(env.language, { style: 'unit', unit, unitDisplay: 'long' }));
  }
  return formats.get(name);
}
