import { quoteCell, valueOfCell } from './cellText.ts';

/** `="0012"`: a formula that is only a text, in which quotes are doubled. */
const FORMULA_TEXT = /^="((?:[^"]|"")*)"$/;

/** Whether a value is a formula that is only a text. */
export function isFormulaText(value: string): boolean {
  return FORMULA_TEXT.test(value);
}

/** Whether a value may be a formula of any kind. */
export function beginsFormula(value: string): boolean {
  return value.startsWith('=');
}

/** A cell as it is written, with the text instead of a formula that is only this text. Undefined if it is anything else. */
export function withoutFormula(written: string): string | undefined {
  const text = FORMULA_TEXT.exec(valueOfCell(written))?.[1]?.replaceAll('""', '"');
  if (text === undefined) {
    return undefined;
  }
  // Without quotes, a row with a single empty cell would be a blank line.
  return written.startsWith('"') || text === '' || text.includes('"') ? quoteCell(text) : text;
}
