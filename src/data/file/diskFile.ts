import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { FileChangedError } from '../../model/upload.ts';
import type { UploadFile, UploadKind } from '../../model/upload.ts';

/** Larger reads are faster. */
const CHUNK_BYTES = 1_048_576;
/** How many chunks are kept for reuse. Four are in use at a time: being read, held back, sent, and just sent. */
const MAX_CHUNKS_KEPT = 6;
/** How often to check whether the file has changed. */
const BYTES_PER_CHANGE_CHECK = 8 * 1_048_576;

/** What identifies a version of a file. */
interface FileStamp {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  /** Unlike `mtimeNs`, programs can't set it. */
  readonly ctimeNs: bigint;
  readonly ino: bigint;
  readonly dev: bigint;
}

/**
 * A file on disk as it is now, to be read as a stream. Reading throws `FileChangedError` once the file has changed; it checks before
 * the first byte, regularly, and before the last chunk, so that a request with its content never completes. The file descriptor is
 * always closed. Throws file system errors, and an `EISDIR` error for anything but a file.
 */
export async function openDiskFile(path: string, name: string, kind: UploadKind): Promise<UploadFile> {
  const stats = await stat(path, { bigint: true });
  if (!stats.isFile()) {
    throw Object.assign(new Error(`${name} is not a file.`), { code: 'EISDIR' });
  }
  return {
    name,
    kind,
    byteLength: Number(stats.size),
    chunks: (flushedBytes) => readUnchanged(path, stats, new ChunkMemory(flushedBytes)),
  };
}

async function* readUnchanged(path: string, stamp: FileStamp, memory: ChunkMemory): AsyncGenerator<Uint8Array> {
  const size = Number(stamp.size);
  const file = await open(path, 'r');
  try {
    throwUnlessSame(stamp, await file.stat({ bigint: true }));
    let checkedAt = 0;
    let at = 0;
    // Reads one chunk ahead, while the previous one is sent.
    let ahead = readAt(file, at, memory.allocate(at, size));
    while (at < size) {
      const chunk = await ahead;
      at += chunk.length;
      if (chunk.length === 0) {
        throw new FileChangedError();
      }
      if (at === size || at - checkedAt >= BYTES_PER_CHANGE_CHECK) {
        checkedAt = at;
        const opened = await file.stat({ bigint: true });
        // Programs that save by renaming don't change the open file. Both are read before they are compared, so that a deleted file is not
        // reported as one that has changed.
        const now = await stat(path, { bigint: true });
        throwUnlessSame(stamp, opened);
        throwUnlessSame(stamp, now);
      }
      ahead = readAt(file, at, memory.allocate(at, size));
      yield chunk;
    }
  } finally {
    await file.close();
  }
}

/** Reads the next chunk, or as much of it as the file system returns at once. */
function readAt(file: FileHandle, at: number, chunk: Buffer): Promise<Uint8Array> {
  const read = file.read(chunk, 0, chunk.length, at).then(({ bytesRead }) => chunk.subarray(0, bytesRead));
  // If reading stops here, this promise is never awaited.
  read.catch(() => undefined);
  return read;
}

/**
 * The memory of the chunks of one reading. New memory for each chunk would take as long as reading it, and would be collected late.
 */
class ChunkMemory {
  readonly #flushedBytes: (() => number) | undefined;
  readonly #used: { readonly chunk: Buffer; readonly end: number }[] = [];

  constructor(flushedBytes: (() => number) | undefined) {
    this.#flushedBytes = flushedBytes;
  }

  /** For the next chunk of a file of this size, which starts at `at`. */
  allocate(at: number, size: number): Buffer {
    const length = Math.min(CHUNK_BYTES, size - at);
    if (this.#flushedBytes === undefined) {
      return Buffer.allocUnsafeSlow(length);
    }
    const [oldest] = this.#used;
    const isFree = oldest !== undefined && oldest.end <= this.#flushedBytes();
    if (isFree || this.#used.length === MAX_CHUNKS_KEPT) {
      this.#used.shift();
    }
    // Neither pooled nor reused otherwise: previous chunks may still be in flight.
    const chunk = isFree ? oldest.chunk : Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size));
    this.#used.push({ chunk, end: at + length });
    return chunk.subarray(0, length);
  }
}

function throwUnlessSame(before: FileStamp, now: FileStamp): void {
  const isSame =
    now.size === before.size &&
    now.mtimeNs === before.mtimeNs &&
    now.ctimeNs === before.ctimeNs &&
    now.ino === before.ino &&
    now.dev === before.dev;
  if (!isSame) {
    throw new FileChangedError();
  }
}
