import { isMissingFile } from '../../base/errorCode.ts';
import { FileChangedError } from '../../model/upload.ts';
import type { UploadFile } from '../../model/upload.ts';
import { BackgroundDigest } from '../digest/contentDigest.ts';

/**
 * The same file, except that reading it throws `FileChangedError` before the last chunk unless the bytes have this digest. So a
 * request or a conversion never completes with other bytes than those that were checked, whatever the file's time and size are. The
 * same error says that the file is gone by now.
 *
 * @param digest of the bytes that were checked (`ContentDigest`).
 */
export function checkedFile(file: UploadFile, digest: string): UploadFile {
  return { ...file, chunks: (flushedBytes) => readChecked(stillThere(file.chunks(flushedBytes)), digest) };
}

async function* stillThere(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw isMissingFile(error) ? new FileChangedError({ isDeleted: true, cause: error }) : error;
  }
}

async function* readChecked(chunks: AsyncIterable<Uint8Array>, digest: string): AsyncGenerator<Uint8Array> {
  const background = new BackgroundDigest();
  let last: Uint8Array | undefined;
  for await (const chunk of chunks) {
    if (chunk.byteLength === 0) {
      continue;
    }
    // Held back until the next chunk shows that it is not the last.
    if (last !== undefined) {
      yield last;
    }
    await background.update(chunk);
    last = chunk;
  }
  if ((await background.digest()) !== digest) {
    throw new FileChangedError();
  }
  if (last !== undefined) {
    yield last;
  }
}
