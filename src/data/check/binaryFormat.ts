/** What a file is that is no text: a workbook (or another ZIP file, which most workbooks are), compressed, a PDF, or a picture. */
export type BinaryFormat = 'workbook' | 'compressed' | 'pdf' | 'picture';

/** The first bytes of files that get uploaded by mistake. No text begins with them. */
const SIGNATURES: readonly (readonly [BinaryFormat, readonly number[]])[] = [
  ['workbook', [0x50, 0x4b, 0x03, 0x04]],
  ['workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['compressed', [0x1f, 0x8b, 0x08]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
];

/** How many bytes there must be to tell. */
export const SIGNATURE_BYTES = 5;

/** Tells by the first bytes what a file is that is no text; undefined where it may be one. */
export function binaryFormat(start: Uint8Array): BinaryFormat | undefined {
  return SIGNATURES.find(([, signature]) => signature.every((byte, at) => byte === start[at]))?.[0];
}
