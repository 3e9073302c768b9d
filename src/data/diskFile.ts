import { open, stat } from 'node:fs/promises';
import type { UploadFile, UploadKind } from '../model/upload.ts';
import { UploadChangedError } from '../model/uploadChangedError.ts';

/** Few enough reads to be fast, small enough to end at once. */
const CHUNK_BYTES = 1_048_576;

/** What tells that a file is still the one it was. */
interface FileStamp {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
  readonly dev: bigint;
}

/**
 * A file on disk as it is now, to be read as a stream. Reading it throws `UploadChangedError` as soon as it is not that file
 * any more: before the first byte, between chunks, and before the last one is handed over, so that a body made of it never
 * becomes complete. However the reading ends, its descriptor is closed. Throws what the file system says, and an `EISDIR`
 * error for what is no file.
 */
export async function openDiskFile(path: string, name: string, kind: UploadKind): Promise<UploadFile> {
  const stats = await stat(path, { bigint: true });
  if (!stats.isFile()) {
    throw Object.assign(new Error(`${name} is not a file.`), { code: 'EISDIR' });
  }
  return { name, kind, byteLength: Number(stats.size), chunks: () => readUnchanged(path, stats) };
}

async function* readUnchanged(path: string, stamp: FileStamp): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    throwUnlessSame(stamp, await file.stat({ bigint: true }));
    let left = Number(stamp.size);
    while (left > 0) {
      // Not pooled: the network may still hold the one before.
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, left));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, Number(stamp.size) - left);
      left -= bytesRead;
      throwUnlessSame(stamp, await file.stat({ bigint: true }));
      if (left === 0) {
        // Programs that save by renaming leave the open file as it was.
        throwUnlessSame(stamp, await stat(path, { bigint: true }));
      }
      if (bytesRead === 0) {
        throw new UploadChangedError();
      }
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function throwUnlessSame(before: FileStamp, now: FileStamp): void {
  const isSame =
    now.size === before.size && now.mtimeNs === before.mtimeNs && now.ino === before.ino && now.dev === before.dev;
  if (!isSame) {
    throw new UploadChangedError();
  }
}
