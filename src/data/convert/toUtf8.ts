import { createDecoder } from '../text/textEncoding.ts';
import type { TextEncodingName } from '../../model/upload.ts';
import type { ByteTransform } from './byteTransform.ts';

/** Decodes an encoding, and its byte order mark away. */
export function toUtf8(encoding: TextEncodingName): ByteTransform {
  const decoder = createDecoder(encoding);
  // A surrogate pair is never cut: the decoder keeps its first half back.
  return { push: (bytes) => Buffer.from(decoder.decode(bytes)), end: () => Buffer.from(decoder.end()) };
}
