import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { UploadChangedError } from '../../model/upload.ts';
import type { UploadFile, UploadKind } from '../../model/upload.ts';

/** Fewer reads are faster; two of this size at a time are little. */
const CHUNK_BYTES = 1_048_576;
/** Between two looks at whether the file is still the same. */
const BYTES_BETWEEN_LOOKS = 8 * 1_048_576;

/** What tells that a file is still the one it was. */
interface FileStamp {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  /** Unlike `mtimeNs`, no program can set it back. */
  readonly ctimeNs: bigint;
  readonly ino: bigint;
  readonly dev: bigint;
}

/**
 * A file on disk as it is now, to be read as a stream. Reading it throws `UploadChangedError` as soon as it is not that file
 * any more: before the first byte, now and then, and before the last one is handed over, so that a body made of it never
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
  const size = Number(stamp.size);
  const file = await open(path, 'r');
  try {
    throwUnlessSame(stamp, await file.stat({ bigint: true }));
    let looked = 0;
    let at = 0;
    // Always one ahead: the disk works while the network does.
    let ahead = readAt(file, at, size);
    while (at < size) {
      const chunk = await ahead;
      at += chunk.length;
      if (chunk.length === 0) {
        throw new UploadChangedError();
      }
      if (at === size || at - looked >= BYTES_BETWEEN_LOOKS) {
        looked = at;
        throwUnlessSame(stamp, await file.stat({ bigint: true }));
      }
      if (at === size) {
        // Programs that save by renaming leave the open file as it was.
        throwUnlessSame(stamp, await stat(path, { bigint: true }));
      }
      ahead = readAt(file, at, size);
      yield chunk;
    }
  } finally {
    await file.close();
  }
}

/** Reads the next piece, as much of it as the file system gives at once. */
function readAt(file: FileHandle, at: number, size: number): Promise<Uint8Array> {
  // Not pooled and never used again: the network may still hold those before.
  const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size - at));
  const read = file.read(chunk, 0, chunk.length, at).then(({ bytesRead }) => chunk.subarray(0, bytesRead));
  // Where nobody reads on, nobody asks what came of it.
  read.catch(() => undefined);
  return read;
}

function throwUnlessSame(before: FileStamp, now: FileStamp): void {
  const isSame =
    now.size === before.size &&
    now.mtimeNs === before.mtimeNs &&
    now.ctimeNs === before.ctimeNs &&
    now.ino === before.ino &&
    now.dev === before.dev;
  if (!isSame) {
    throw new UploadChangedError();
  }
}
