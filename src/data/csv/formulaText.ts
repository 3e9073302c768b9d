import { quoteCell, valueOfCell } from './cellText.ts';

/** Whether a value is a formula that is only a text. */
export function isFormulaText(value: string): boolean {
  return textOfFormula(value) !== undefined;
}

/** Whether a value may be a formula of any kind. */
export function beginsFormula(value: string): boolean {
  return value.startsWith('=');
}

/** A cell as it is written, with the text instead of a formula that is only this text. Undefined if it is anything else. */
export function withoutFormula(written: string): string | undefined {
  const text = textOfFormula(valueOfCell(written));
  if (text === undefined) {
    return undefined;
  }
  // Without quotes, a row with a single empty cell would be a blank line.
  return written.startsWith('"') || text === '' || text.includes('"') ? quoteCell(text) : text;
}

/** The text of a formula that is only a text, in which quotes are doubled: `="0012"`. */
function textOfFormula(value: string): string | undefined {
  if (value.length < 3 || !value.startsWith('="') || !value.endsWith('"')) {
    return undefined;
  }
  const quoted = value.slice(2, -1);
  // Not with a regular expression of alternatives, which fails in a text of several million characters.
  return quoted.replaceAll('""', '').includes('"') ? undefined : quoted.replaceAll('""', '"');
}
