import { env } from 'vscode';

const UNITS: Readonly<Record<string, string>> = { h: 'hour', min: 'minute', s: 'second' };
/** Created on first use, because the first `Intl.NumberFormat` takes longer than loading the rest of the module. */
const formats = new Map<string, Intl.NumberFormat>();

/** The text of a row for screen readers: with commas between its parts, and durations in full words. */
export function screenReaderText(text: string): string {
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
