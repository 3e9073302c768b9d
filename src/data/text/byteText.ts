import { isUtf8 } from 'node:buffer';

/** The text of bytes that should be UTF-8; where they are not, what they are in Windows-1252. */
export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252', { ignoreBOM: true }).decode(bytes);
}
