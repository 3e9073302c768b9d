import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';

/** Large enough that a block's cost outside its digest is small; part of the format of the digest. */
const BLOCK_BYTES = 1_048_576;
/** Enough for all threads of Node's pool. */
const MAX_BLOCKS_IN_FLIGHT = 4;

/**
 * The digest of a content: the SHA-256 of the SHA-256 digests of its blocks of 1 MiB, in hex. Like SHA-256 itself, it differs for any
 * two contents that anyone can find. Unlike SHA-256, several threads can compute it at the same time (`BackgroundDigest`).
 */
export class ContentDigest {
  readonly #all = createHash('sha256');
  #block: Hash | undefined;
  #blockBytes = 0;

  update(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.byteLength;) {
      const part = bytes.subarray(start, start + BLOCK_BYTES - this.#blockBytes);
      this.#block ??= createHash('sha256');
      this.#block.update(part);
      start += part.byteLength;
      this.#blockBytes += part.byteLength;
      if (this.#blockBytes === BLOCK_BYTES) {
        this.#endBlock();
      }
    }
  }

  /** Call it once, after the last `update`. */
  digest(): string {
    this.#endBlock();
    return this.#all.digest('hex');
  }

  #endBlock(): void {
    if (this.#block !== undefined) {
      this.#all.update(this.#block.digest());
      this.#block = undefined;
      this.#blockBytes = 0;
    }
  }
}

/** Computes the same digest in the threads of Node's pool. The calling thread only copies the bytes. */
export class BackgroundDigest {
  readonly #all = createHash('sha256');
  readonly #inFlight: Promise<ArrayBuffer>[] = [];
  /** A block that arrives in several parts. */
  #block: Buffer | undefined;
  #blockBytes = 0;

  /** Resolves once the bytes are copied and there is room for more: await it before you reuse their memory and before the next call. */
  async update(bytes: Uint8Array): Promise<void> {
    for (let start = 0; start < bytes.byteLength;) {
      const part = bytes.subarray(start, start + BLOCK_BYTES - this.#blockBytes);
      start += part.byteLength;
      if (part.byteLength === BLOCK_BYTES) {
        await this.#begin(part);
        continue;
      }
      this.#block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.#block.set(part, this.#blockBytes);
      this.#blockBytes += part.byteLength;
      if (this.#blockBytes === BLOCK_BYTES) {
        this.#blockBytes = 0;
        await this.#begin(this.#block);
      }
    }
  }

  /** Call it once, after the last `update`. */
  async digest(): Promise<string> {
    if (this.#block !== undefined && this.#blockBytes > 0) {
      await this.#begin(this.#block.subarray(0, this.#blockBytes));
    }
    while (this.#inFlight.length > 0) {
      await this.#takeOldest();
    }
    return this.#all.digest('hex');
  }

  async #begin(block: Uint8Array): Promise<void> {
    // Copies the block before it returns (Web Cryptography API, SubtleCrypto.digest), so its memory can be reused.
    const digest = crypto.subtle.digest('SHA-256', block);
    // Where reading stops, it is never awaited.
    digest.catch(() => undefined);
    this.#inFlight.push(digest);
    while (this.#inFlight.length >= MAX_BLOCKS_IN_FLIGHT) {
      await this.#takeOldest();
    }
  }

  async #takeOldest(): Promise<void> {
    const oldest = this.#inFlight.shift();
    if (oldest !== undefined) {
      this.#all.update(new Uint8Array(await oldest));
    }
  }
}
