export type SecretProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'lineBreak' }
  /** A character that no header can carry, often an invisible one that came along when it was copied. */
  | { readonly kind: 'unsendable'; readonly codePoint: string };

/** The secret as it is sent: without the blanks around it, and without the word `Bearer` that tokens are shown with. */
export function cleanSecret(pasted: string): string {
  return pasted.trim().replace(/^bearer\s+/i, '');
}

/** Why a cleaned secret can't be sent in a header; undefined where it can. */
export function findSecretProblem(secret: string): SecretProblem | undefined {
  if (secret === '') {
    return { kind: 'empty' };
  }
  if (/[\r\n]/.test(secret)) {
    return { kind: 'lineBreak' };
  }
  const unsendable = /[^\x20-\x7E\xA1-\xFF]/u.exec(secret)?.[0].codePointAt(0);
  return unsendable === undefined
    ? undefined
    : { kind: 'unsendable', codePoint: `U+${unsendable.toString(16).toUpperCase().padStart(4, '0')}` };
}

/** Whether this can be the first half of `email:key` (contract, Authentication 2): the first colon ends it. */
export function isEmail(text: string): boolean {
  return /^[^\s:@]+@[^\s:@]+$/.test(text);
}
