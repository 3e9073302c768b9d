import type { Conversion } from './conversion.ts';
import { transformsOf } from './conversion.ts';

/** Converts bytes while they are read. */
export async function* convertChunks(
  chunks: AsyncIterable<Uint8Array>,
  conversion: Conversion,
): AsyncGenerator<Uint8Array> {
  const transforms = transformsOf(conversion);
  for await (const chunk of chunks) {
    const converted = transforms.reduce((bytes, transform) => transform.push(bytes), chunk);
    if (converted.length > 0) {
      yield converted;
    }
  }
  for (const [index, transform] of transforms.entries()) {
    const rest = transforms.slice(index + 1).reduce((bytes, next) => next.push(bytes), transform.end());
    if (rest.length > 0) {
      yield rest;
    }
  }
}
