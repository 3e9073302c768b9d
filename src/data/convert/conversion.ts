import type { Conversion } from '../../model/upload.ts';
import { findSepLine, LONGEST_SEP_LINE } from '../csv/dialect.ts';
import { afterByteOrderMark, chain, toUtf8, withoutPrefix } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';
import { toArray } from './toArray.ts';
import { ToCommas } from './toCommas.ts';

/** Creates the transform that applies every change of the conversion. */
export function createTransform(conversion: Conversion): ByteTransform {
  const { fromEncoding, withoutByteOrderMark, withoutSepLine, fromDelimiter } = conversion;
  const change = chain([
    ...(withoutSepLine === true ? [withoutPrefix(LONGEST_SEP_LINE, (start) => findSepLine(start)?.length ?? 0)] : []),
    ...(fromDelimiter === undefined ? [] : [new ToCommas(fromDelimiter)]),
    ...(conversion.toArray === true ? [toArray()] : []),
  ]);
  return chain([
    ...(fromEncoding === undefined ? [] : [toUtf8(fromEncoding)]),
    afterByteOrderMark(change, { isKept: withoutByteOrderMark !== true }),
  ]);
}

/** Converts chunks in the calling thread. Only for small files: it blocks. */
export async function* convertChunks(
  chunks: AsyncIterable<Uint8Array>,
  conversion: Conversion,
): AsyncGenerator<Uint8Array> {
  const transform = createTransform(conversion);
  for await (const chunk of chunks) {
    yield transform.push(chunk);
  }
  yield transform.end();
}
