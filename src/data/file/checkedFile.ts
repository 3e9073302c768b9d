import { createHash } from 'node:crypto';
import { UploadChangedError } from '../../model/upload.ts';
import type { UploadFile } from '../../model/upload.ts';

/**
 * The same file, except that reading it throws `UploadChangedError` before the last chunk unless the bytes have this digest. So a
 * request or a conversion never completes with other bytes than those that were checked, whatever the file's time and size are.
 *
 * @param sha256 of the bytes that were checked, in hex.
 */
export function checkedFile(file: UploadFile, sha256: string): UploadFile {
  return { ...file, chunks: () => readChecked(file, sha256) };
}

async function* readChecked(file: UploadFile, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | undefined;
  for await (const chunk of file.chunks()) {
    if (chunk.byteLength === 0) {
      continue;
    }
    // Held back until the next chunk shows that it is not the last.
    if (last !== undefined) {
      yield last;
    }
    hash.update(chunk);
    last = chunk;
  }
  if (hash.digest('hex') !== sha256) {
    throw new UploadChangedError();
  }
  if (last !== undefined) {
    yield last;
  }
}
