/** Yields data between two other parts, the first of them only once the start of the data was read. */
export async function* enclosed(
  head: Uint8Array,
  data: AsyncIterable<Uint8Array>,
  tail: Uint8Array,
): AsyncGenerator<Uint8Array> {
  let isHeadYielded = false;
  for await (const chunk of data) {
    if (!isHeadYielded) {
      isHeadYielded = true;
      yield head;
    }
    yield chunk;
  }
  if (!isHeadYielded) {
    yield head;
  }
  yield tail;
}
