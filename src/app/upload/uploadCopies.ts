import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createZstdCompress, zstdDecompress } from 'node:zlib';
import { chunksUntilAborted } from '../../base/chunksUntilAborted.ts';
import { errorCode } from '../../base/errorCode.ts';
import { HOUR_MS } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import type { UploadFile } from '../../model/upload.ts';

/** Where the copies of accepted uploads go. */
export type CopyKeeper = Pick<UploadCopies, 'isEnabled' | 'keep' | 'remove'>;

/** The upload that a copy is of. */
interface CopyKey {
  readonly accountId: string;
  /** The ID of the upload's job. */
  readonly syncId: string;
}

/** A copy in the folder of all copies. */
export interface UploadCopy {
  /** Its path in that folder, of letters, digits, `-`, `.` and one `/`. */
  readonly path: string;
  /** The size of the uncompressed content. */
  readonly byteLength: number;
}

/** Larger files are not kept: VS Code doesn't compare them, and they could not be read as a whole to be uploaded again. */
export const MAX_COPY_BYTES = 64 * 1024 * 1024;

/** A file that is still being written, or was when its window closed. */
const UNFINISHED = '.tmp';
/** After this time, an unfinished file is that of a window that closed. */
const UNFINISHED_MAX_AGE_MS = HOUR_MS;
const ACCOUNT = /^[0-9a-f]{32}$/;
const COPY_PATH = /^[0-9a-f]{32}\/[0-9a-f]{32}-(\d{1,15})\.zst$/;

const decompress = promisify(zstdDecompress);

interface UploadCopiesOptions {
  /** Created with the first copy. */
  readonly folder: string;
  /** What the copies may take on the disk. 0: none are kept. */
  readonly limitBytes: () => number;
  /** When accounts were last signed out, by their IDs. */
  readonly lastSignOuts: () => Iterable<readonly [accountId: string, at: EpochMs]>;
}

/**
 * Copies of what was uploaded, compressed, in a folder that all windows share: a folder for each account and a file for each upload,
 * whose names reveal only the length of the content. A copy is either complete or missing.
 */
export class UploadCopies {
  readonly #folder: string;
  readonly #limitBytes: () => number;
  readonly #lastSignOuts: UploadCopiesOptions['lastSignOuts'];

  constructor({ folder, limitBytes, lastSignOuts }: UploadCopiesOptions) {
    this.#folder = folder;
    this.#limitBytes = limitBytes;
    this.#lastSignOuts = lastSignOuts;
  }

  get isEnabled(): boolean {
    return this.#limitBytes() > 0;
  }

  /**
   * Copies what was sent, unless it is too large, and then removes the oldest copies beyond the limit. Throws what the file system
   * reports about the copy, `FileChangedError` if the file no longer has what was sent, and an `AbortError` once the signal is aborted;
   * nothing is left of the copy then.
   */
  async keep(
    { byteLength, chunks }: Pick<UploadFile, 'byteLength' | 'chunks'>,
    key: CopyKey,
    signal: AbortSignal,
  ): Promise<void> {
    if (byteLength > MAX_COPY_BYTES) {
      return;
    }
    const account = join(this.#folder, hashed(key.accountId));
    const unfinished = join(account, `${randomUUID()}${UNFINISHED}`);
    // Only this user may read it.
    await mkdir(account, { recursive: true, mode: 0o700 });
    try {
      const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
      const source = Readable.from(chunksUntilAborted(chunks(), signal), { objectMode: true });
      await pipeline(source, createZstdCompress(), target, { signal });
      await rename(unfinished, join(account, `${hashed(key.syncId)}-${byteLength}.zst`));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    // Not an error of this copy.
    await this.trim().catch(() => undefined);
  }

  async find({ accountId, syncId }: CopyKey): Promise<UploadCopy | undefined> {
    const account = hashed(accountId);
    const names = await namesIn(join(this.#folder, account));
    const name = names.find((candidate) => candidate.startsWith(`${hashed(syncId)}-`));
    return name === undefined ? undefined : copyAt(`${account}/${name}`);
  }

  async remove(key: CopyKey): Promise<void> {
    const copy = await this.find(key);
    if (copy !== undefined) {
      await rm(join(this.#folder, copy.path), { force: true });
    }
  }

  async deleteAccount(accountId: string): Promise<void> {
    await rm(join(this.#folder, hashed(accountId)), { recursive: true, force: true });
  }

  /**
   * Removes copies that are larger than the limit, the oldest beyond it, what windows left unfinished, and copies that could not be removed
   * when their account was signed out.
   */
  async trim(): Promise<void> {
    const limitBytes = this.#limitBytes();
    if (limitBytes === 0) {
      await rm(this.#folder, { recursive: true, force: true });
      return;
    }
    const signOuts = new Map(Array.from(this.#lastSignOuts(), ([accountId, at]) => [hashed(accountId), at]));
    const accounts = await accountsIn(this.#folder);
    const files = (await Promise.all(accounts.map((account) => this.#filesOf(account, signOuts.get(account))))).flat();
    files.sort((a, b) => b.modifiedMs - a.modifiedMs);
    let total = 0;
    for (const { path, size, modifiedMs, isSignedOut } of files) {
      const isUnfinished = path.endsWith(UNFINISHED);
      const isTooLarge = size > limitBytes;
      total += isUnfinished || isTooLarge || isSignedOut ? 0 : size;
      const isLeft = isUnfinished && Date.now() - modifiedMs > UNFINISHED_MAX_AGE_MS;
      const isBeyondLimit = !isUnfinished && (isTooLarge || total > limitBytes);
      if (isLeft || isBeyondLimit || isSignedOut) {
        // Windows does not remove a file in use. It is tried again after the next upload.
        await rm(path, { force: true }).catch(() => undefined);
      }
    }
  }

  async #filesOf(account: string, signedOutAt: EpochMs = -Infinity): Promise<readonly AccountFile[]> {
    const folder = join(this.#folder, account);
    const files = await Promise.all((await namesIn(folder)).map((name) => storedFile(join(folder, name))));
    return files
      .filter((file) => file !== undefined)
      .map((file) => ({ ...file, isSignedOut: file.modifiedMs <= signedOutAt }));
  }
}

/** The content of a copy. Throws what the file system reports, and an error if the file is damaged. */
export async function readCopy(folder: string, { path, byteLength }: UploadCopy): Promise<Uint8Array> {
  const compressed = await readFile(join(folder, path));
  const content = await decompress(compressed, { maxOutputLength: Math.max(1, byteLength) });
  if (content.byteLength !== byteLength) {
    throw new Error('The copy is incomplete.');
  }
  return content;
}

/** The copy with this path; undefined if no copy can have it. */
export function copyAt(path: string): UploadCopy | undefined {
  const [, byteLength] = COPY_PATH.exec(path) ?? [];
  return byteLength === undefined ? undefined : { path, byteLength: Number(byteLength) };
}

interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

interface AccountFile extends StoredFile {
  /** Whether the account was signed out after it was written. */
  readonly isSignedOut: boolean;
}

/** Undefined if another window has removed it. */
async function storedFile(path: string): Promise<StoredFile | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { path, size, modifiedMs: mtimeMs };
  } catch (error) {
    throwUnlessMissing(error);
    return undefined;
  }
}

/** The folders of accounts. Something else may be beside them, such as `.DS_Store`. */
async function accountsIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).filter((name) => ACCOUNT.test(name));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    throwUnlessMissing(error);
    return [];
  }
}

/** Rethrows any error except that a file does not exist. */
function throwUnlessMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') {
    throw error;
  }
}

function hashed(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}
