import { parseJson } from '../../base/json.ts';

const SHOWN_LENGTH = 30;

/** The beginning of a token, to be shown. */
export function shown(token: Uint8Array): string {
  const text = Buffer.from(token.subarray(0, SHOWN_LENGTH * 4)).toString();
  return Array.from(text).slice(0, SHOWN_LENGTH).join('');
}

/** The name that a key in quotes means. */
export function nameOf(key: Uint8Array): string {
  const text = Buffer.from(key).toString();
  return text.includes('\\') ? (parseJson(text) as string) : text.slice(1, -1);
}
