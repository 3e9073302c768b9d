import { plainText } from '../../base/displayText.ts';
import { findSepLine } from '../../data/csv/dialect.ts';
import type { ConversionPreview } from '../../data/convert/conversion.ts';

const SHOWN_LENGTH = 35;
const SHOWN_BEFORE = 15;

/** The first place that the conversion changes, before and after; undefined where none can be seen in the first lines. */
export function firstChange({ before, after }: ConversionPreview): string | undefined {
  const shift = isSepLine(before[0]) && !isSepLine(after[0]) ? 1 : 0;
  const index = before.findIndex((line, at) => line !== after[at - shift] && at >= shift);
  const [old, now] = [before[index] ?? '', after[index - shift] ?? ''].map((line) => Array.from(line));
  if (old === undefined || now === undefined) {
    return undefined;
  }
  const place = old.findIndex((character, at) => character !== now[at]);
  const shown = [old, now].map((line) => around(line, place < 0 ? old.length : place));
  return shown[0] === shown[1] ? undefined : shown.join(' → ');
}

function isSepLine(line = ''): boolean {
  return findSepLine(Buffer.from(`${line}\n`)) !== undefined;
}

/** A piece of the line, with something before its place to know it by. */
function around(line: readonly string[], place: number): string {
  const from = Math.max(0, place - SHOWN_BEFORE);
  return `${from > 0 ? '…' : ''}${plainText(line.slice(from).join(''), SHOWN_LENGTH)}`;
}
