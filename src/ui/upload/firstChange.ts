import { plainText } from '../../base/displayText.ts';
import type { ConversionPreview } from '../../data/convert/conversion.ts';
import { findSepLine } from '../../data/csv/dialect.ts';

const SHOWN_LENGTH = 35;
const SHOWN_BEFORE = 15;

/** The first place that a conversion changes, before and after; undefined if it doesn't change the previewed lines. */
export function firstChange({ before, after }: ConversionPreview): string | undefined {
  // A removed "sep=" line shifts all following lines.
  const shift = isSepLine(before[0]) && !isSepLine(after[0]) ? 1 : 0;
  const index = before.findIndex((line, at) => line !== after[at - shift] && at >= shift);
  const oldLine = Array.from(before[index] ?? '');
  const newLine = Array.from(after[index - shift] ?? '');
  const position = oldLine.findIndex((character, at) => character !== newLine[at]);
  const excerpts = [oldLine, newLine].map((line) => excerptAround(line, position < 0 ? oldLine.length : position));
  return excerpts[0] === excerpts[1] ? undefined : excerpts.join(' → ');
}

function isSepLine(line = ''): boolean {
  return findSepLine(Buffer.from(`${line}\n`)) !== undefined;
}

/** An excerpt of the line that begins a few characters before the position, with a cell if one begins there. */
function excerptAround(line: readonly string[], position: number): string {
  const earliest = Math.max(0, position - SHOWN_BEFORE);
  // A cell that begins at the earliest place has its delimiter before it.
  const cell =
    earliest === 0 ? 0 : line.slice(earliest - 1, position).findIndex((character) => /[,;\t|]/.test(character));
  const from = earliest + Math.max(0, cell);
  return `${from > 0 ? '…' : ''}${plainText(line.slice(from).join(''), SHOWN_LENGTH)}`;
}
