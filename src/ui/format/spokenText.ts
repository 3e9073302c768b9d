import { env } from 'vscode';

const units: Readonly<Record<string, Intl.NumberFormat>> = { h: unit('hour'), min: unit('minute'), s: unit('second') };

/** A text of a row as a screen reader should read it: with commas between its parts, and durations in full words. */
export function spokenText(text: string): string {
  return text
    .replace(/ [·→] /g, ', ')
    .replace(/\b(\d+) (h|min|s)\b/g, (short, count, name: string) => units[name]?.format(Number(count)) ?? short);
}

function unit(name: string): Intl.NumberFormat {
  return new Intl.NumberFormat(env.language, { style: 'unit', unit: name, unitDisplay: 'long' });
}
