/** Replaces a secret in a text. */
export const MASK = '***';

// Redacting shorter values would make a text unreadable.
const MIN_LENGTH = 4;

const BITS_OF_BYTE = 8;
const BITS_OF_BASE64 = 6;

/**
 * The encodings in which a text may contain a secret: verbatim, JSON-escaped, percent-encoded (also as a query parameter, and with
 * every byte encoded), and in base64, alone or after other bytes. Empty for a secret that is too short to be recognized.
 */
export function secretEncodings(secret: string): readonly string[] {
  if (secret.length < MIN_LENGTH) {
    return [];
  }
  const bytes = Buffer.from(secret);
  const wellFormed = bytes.toString();
  const percent = bytes.toString('hex').replace(/../g, '%$&');
  const base64 = [bytes.toString('base64'), ...[0, 1, 2].map((bytesBefore) => base64After(bytesBefore, bytes))];
  const encodings = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    percent.toUpperCase(),
    encodeURIComponent(wellFormed),
    new URLSearchParams({ '': wellFormed }).toString().slice(1),
    ...base64.flatMap((text) => [
      text,
      text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'),
      encodeURIComponent(text),
    ]),
  ];
  return [...new Set(encodings)].filter((encoding) => encoding.length >= MIN_LENGTH);
}

/** Replaces every occurrence of each value in a text by `MASK`. */
export function maskAll(text: string, values: readonly string[]): string {
  // Longest first, because one secret may be part of another.
  return [...new Set(values)]
    .sort((one, other) => other.length - one.length)
    .reduce((masked, value) => masked.replaceAll(value, MASK), text);
}

/**
 * The base64 characters that encode only these bytes where others precede and follow them: characters that also encode bits of a
 * neighbor are left out.
 */
function base64After(bytesBefore: number, bytes: Buffer): string {
  const all = Buffer.concat([Buffer.alloc(bytesBefore), bytes]);
  const first = Math.ceil((bytesBefore * BITS_OF_BYTE) / BITS_OF_BASE64);
  return all.toString('base64').slice(first, Math.floor((all.length * BITS_OF_BYTE) / BITS_OF_BASE64));
}
