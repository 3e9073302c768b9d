import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { errorCode } from '../../base/errorCode.ts';

/** The error code for data that is not what gzip writes: truncated, damaged, or followed by something else. */
export const BROKEN_ARCHIVE = 'BROKEN_ARCHIVE';
/** The error code for data that becomes too long, or so much longer that it is unlikely to be a table. */
export const OVERSIZED_ARCHIVE = 'OVERSIZED_ARCHIVE';

const PIECE_BYTES = 262_144;

/** How long decompressed data may be. */
export interface GunzipLimits {
  readonly mostBytes: number;
  /** How many times as long as the compressed data. Tables are rarely compressed to less than a hundredth; a bomb, to a thousandth. */
  readonly mostTimes: number;
  /** Up to this length, the ratio doesn't matter. */
  readonly freeBytes: number;
}

const LIMITS: GunzipLimits = { mostBytes: 4 * 1024 ** 3, mostTimes: 200, freeBytes: 64 * 1024 ** 2 };

/**
 * Decompresses data of gzip as it is read, in threads of Node's pool and in constant memory. Several members one after another are
 * one text, as gzip defines it. The last piece follows only after all compressed data has been read and checked, so that a
 * request with a known length never completes before that. Throws what reading throws, and errors with the codes above.
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  limits: GunzipLimits = LIMITS,
): AsyncGenerator<Uint8Array> {
  const unzip = createGunzip({ chunkSize: PIECE_BYTES });
  let compressedBytes = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      compressedBytes += chunk.byteLength;
      yield chunk;
    }
  };
  // If it fails, so does `unzip`, which is iterated below. It also fails if that ends early.
  const feeding = pipeline(counted, unzip).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  try {
    let bytes = 0;
    let last: Uint8Array | undefined;
    for await (const piece of unzip as AsyncIterable<Uint8Array>) {
      bytes += piece.byteLength;
      throwIfTooLong(bytes, compressedBytes, limits);
      if (last !== undefined) {
        yield last;
      }
      last = piece;
    }
    const failure = await feeding;
    if (failure !== undefined) {
      throw failure.error;
    }
    if (last !== undefined) {
      yield last;
    }
  } catch (error) {
    throw isGunzipError(error) ? archiveError(BROKEN_ARCHIVE, error) : error;
  } finally {
    unzip.destroy();
    await feeding;
  }
}

/** The first bytes of compressed data, as many as are asked for if there are. Empty if they are damaged. */
export async function gunzipStart(chunks: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of gunzip(chunks)) {
      pieces.push(piece);
      bytes += piece.byteLength;
      if (bytes >= mostBytes) {
        break;
      }
    }
  } catch (error) {
    if (errorCode(error) !== BROKEN_ARCHIVE) {
      throw error;
    }
  }
  return Buffer.concat(pieces).subarray(0, mostBytes);
}

function throwIfTooLong(
  bytes: number,
  compressedBytes: number,
  { mostBytes, mostTimes, freeBytes }: GunzipLimits,
): void {
  if (bytes > mostBytes || (bytes > freeBytes && bytes > mostTimes * compressedBytes)) {
    throw archiveError(OVERSIZED_ARCHIVE);
  }
}

/** Whether it found an error, or stopped before the end of the data, as it does at zeros that follow. */
function isGunzipError(error: unknown): boolean {
  const code = errorCode(error);
  return code?.startsWith('Z_') === true || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function archiveError(code: string, cause?: unknown): Error {
  return Object.assign(new Error('The compressed data can’t be read.', { cause }), { code });
}
