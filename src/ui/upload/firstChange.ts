import { plainText } from '../../base/displayText.ts';
import type { ConversionPreview } from '../../data/convert/conversion.ts';
import { findSepLine } from '../../data/csv/dialect.ts';

const SHOWN_LENGTH = 35;
const SHOWN_BEFORE = 15;

/** The first change of a conversion, before and after; undefined if the first lines show none. */
export function firstChange({ before, after }: ConversionPreview): string | undefined {
  const shift = isSepLine(before[0]) && !isSepLine(after[0]) ? 1 : 0;
  const index = before.findIndex((line, at) => line !== after[at - shift] && at >= shift);
  const [old, now] = [before[index] ?? '', after[index - shift] ?? ''].map((line) => Array.from(line));
  if (old === undefined || now === undefined) {
    return undefined;
  }
  const position = old.findIndex((character, at) => character !== now[at]);
  const shown = [old, now].map((line) => excerptAround(line, position < 0 ? old.length : position));
  return shown[0] === shown[1] ? undefined : shown.join(' → ');
}

function isSepLine(line = ''): boolean {
  return findSepLine(Buffer.from(`${line}\n`)) !== undefined;
}

/** An excerpt of the line, with some characters before the position. */
function excerptAround(line: readonly string[], position: number): string {
  const from = Math.max(0, position - SHOWN_BEFORE);
  return `${from > 0 ? '…' : ''}${plainText(line.slice(from).join(''), SHOWN_LENGTH)}`;
}
