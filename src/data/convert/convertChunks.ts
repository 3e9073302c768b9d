import type { Conversion } from '../../model/upload.ts';
import { transformOf } from './conversion.ts';

/** Converts bytes while they are read, in this thread: for a few of them. */
export async function* convertChunks(
  chunks: AsyncIterable<Uint8Array>,
  conversion: Conversion,
): AsyncGenerator<Uint8Array> {
  const transform = transformOf(conversion);
  for await (const chunk of chunks) {
    yield transform.push(chunk);
  }
  yield transform.end();
}
