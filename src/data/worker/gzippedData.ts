import type { UploadFile } from '../../model/upload.ts';
import type { CheckResult } from '../check/checkResult.ts';
import { BackgroundDigest } from '../digest/contentDigest.ts';
import type { FingerprintRequest, LoadFingerprint } from '../fingerprint/loadFingerprint.ts';
import { gunzip } from '../gzip/gunzip.ts';
import type { DataWorkers, FileCheckOptions } from './dataWorkers.ts';
import type { TaskOptions } from './workerSession.ts';

/**
 * Checks what is in a compressed file, in constant memory and without storing it. The digest and the length in the result are those of
 * the file as it is. Without a conversion, the result says that it is compressed. Rejects with what `gunzip` throws.
 */
export async function checkGzip(
  file: UploadFile,
  workers: DataWorkers,
  { signal, encoding, conversion, totals, onProgress }: FileCheckOptions,
): Promise<CheckResult> {
  const reading = new GzipReading(file, { signal, onProgress });
  const result = await workers.checkBytes(reading.data(), file.kind, { signal, encoding, conversion, totals });
  return {
    ...result,
    byteLength: reading.compressedBytes,
    unpackedBytes: result.byteLength,
    digest: await reading.digest(),
    problems:
      conversion === undefined
        ? [{ code: 'compressed', severity: 'blocking', line: 1, column: 1 }, ...result.problems]
        : result.problems,
  };
}

/** Computes the fingerprint of what is in a compressed file, in the same way. Undefined if its rows can't be compared with others. */
export async function fingerprintGzip(
  file: UploadFile,
  workers: DataWorkers,
  request: FingerprintRequest,
  { signal, onProgress }: TaskOptions,
): Promise<LoadFingerprint | undefined> {
  const reading = new GzipReading(file, { signal, onProgress });
  const fingerprint = await workers.fingerprintBytes(reading.data(), request, { signal });
  return fingerprint && { ...fingerprint, digest: await reading.digest() };
}

/** Decompresses a file once, and computes the digest of the file as it is. */
class GzipReading {
  readonly #file: UploadFile;
  readonly #options: TaskOptions;
  readonly #digest = new BackgroundDigest();
  #compressedBytes = 0;

  constructor(file: UploadFile, options: TaskOptions) {
    this.#file = file;
    this.#options = options;
  }

  data(): AsyncGenerator<Uint8Array> {
    return gunzip(this.#compressed());
  }

  /** Once all data was read. */
  get compressedBytes(): number {
    return this.#compressedBytes;
  }

  /** Call it once, after all data was read. */
  digest(): Promise<string> {
    return this.#digest.digest();
  }

  async *#compressed(): AsyncGenerator<Uint8Array> {
    const { signal, onProgress } = this.#options;
    for await (const chunk of this.#file.chunks()) {
      signal?.throwIfAborted();
      await this.#digest.update(chunk);
      this.#compressedBytes += chunk.byteLength;
      onProgress?.(this.#compressedBytes);
      yield chunk;
    }
  }
}
