import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { HOUR_MS } from '../../base/time.ts';
import { parseJson } from '../../base/json.ts';
import type { PackedHashes } from './hashList.ts';
import type { LoadProfile } from './loadAnomalies.ts';

// Synchronous, because it runs in a worker.

const VERSION = 1;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_LENGTH_BYTES = 4;
const TEMPORARY = '.tmp';
/** A temporary file that is older was left by a window that was killed. */
const TEMPORARY_MS = HOUR_MS;

/** The size of all loads of an account. The oldest are deleted first. */
const MAX_ACCOUNT_BYTES = 64_000_000;

/** The file in which the last load to a connection is kept, encrypted. */
export interface FingerprintFile {
  readonly path: string;
  /** The secret of the account, in hex. */
  readonly secret: string;
}

/** What is kept of the rows of a load, beside their hashes. */
export interface LoadSummary {
  readonly isJson: boolean;
  readonly rows: number;
  /** The sum of the hashes of all rows. */
  readonly sum: string;
  /** In the order in which the values of CSV are hashed. */
  readonly columns: readonly string[];
  /** The name of the column that is the key of the rows. */
  readonly key?: string | undefined;
}

export interface StoredLoad {
  readonly syncId: string;
  /** When the service accepted it, in ms since the epoch. */
  readonly at: number;
  readonly summary: LoadSummary;
  /** This load and the earlier ones, latest first. */
  readonly history: readonly LoadProfile[];
  /** Undefined if there were too many rows. */
  readonly hashes: PackedHashes | undefined;
  /** The hashes of the values of the key; undefined if there is none. */
  readonly keys: PackedHashes | undefined;
}

/** What is written before the hashes. */
interface FileHead extends Omit<StoredLoad, 'hashes' | 'keys'> {
  readonly version: number;
  /** The numbers of hashes and of their bytes. */
  readonly hashes: PackedSize | undefined;
  readonly keys: PackedSize | undefined;
}

export interface PackedSize {
  readonly count: number;
  readonly byteLength: number;
}

/** Reads the last load. Undefined if there is none, or the file is damaged, of another secret, or of a later version. */
export function readLoad({ path, secret }: FingerprintFile): StoredLoad | undefined {
  try {
    const content = decrypted(readFileSync(path), secret);
    const headEnd = HEAD_LENGTH_BYTES + content.readUInt32LE();
    const head = parseJson(content.toString('utf8', HEAD_LENGTH_BYTES, headEnd)) as FileHead;
    const { version, hashes, keys, ...load } = head;
    const hashesEnd = headEnd + (hashes?.byteLength ?? 0);
    return version === VERSION
      ? { ...load, hashes: packedAt(content, headEnd, hashes), keys: packedAt(content, hashesEnd, keys) }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces the last load: whole or, if this is interrupted, not at all. Deletes the oldest loads of the account if all of them take
 * too much space. Throws file system errors.
 */
export function writeLoad(
  { path, secret }: FingerprintFile,
  { hashes, keys, ...load }: StoredLoad,
  maxBytes = MAX_ACCOUNT_BYTES,
): void {
  const head: FileHead = { version: VERSION, ...load, hashes: sizeOf(hashes), keys: sizeOf(keys) };
  const headBytes = Buffer.from(JSON.stringify(head));
  const headLength = Buffer.alloc(HEAD_LENGTH_BYTES);
  headLength.writeUInt32LE(headBytes.length);
  const content = encrypted(
    [headLength, headBytes, ...[hashes, keys].flatMap((packed) => packed?.bytes ?? [])],
    secret,
  );
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  makeRoom(folder, path, maxBytes - content.length);
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

export function sizeOf(packed: PackedHashes | undefined): PackedSize | undefined {
  return packed && { count: packed.count, byteLength: packed.bytes.length };
}

export function packedAt(content: Buffer, start: number, size: PackedSize | undefined): PackedHashes | undefined {
  return size && { count: size.count, bytes: new Uint8Array(content.subarray(start, start + size.byteLength)) };
}

/** Deletes the oldest of the other loads until the rest takes at most `maxBytes`, and temporary files that were left behind. */
function makeRoom(folder: string, path: string, maxBytes: number): void {
  const others = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((other) => other !== path);
  const newestFirst = others
    .map((other) => ({ other, ...sizeAndTime(other), isTemporary: other.endsWith(TEMPORARY) }))
    .sort((a, b) => b.changedMs - a.changedMs);
  let bytes = 0;
  for (const { other, size, changedMs, isTemporary } of newestFirst) {
    bytes += size;
    if (isTemporary ? Date.now() - changedMs > TEMPORARY_MS : bytes > maxBytes) {
      rmSync(other, { force: true });
    }
  }
}

function sizeAndTime(path: string): { readonly size: number; readonly changedMs: number } {
  const found = statSync(path, { throwIfNoEntry: false });
  // Undefined if another window has deleted it.
  return { size: found?.size ?? 0, changedMs: found?.mtimeMs ?? 0 };
}

/** Encrypted and authenticated, so that the file alone shows nothing but its size, and damage is detected. */
function encrypted(parts: readonly Uint8Array[], secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, fileKey(secret), nonce);
  const content = parts.map((part) => cipher.update(part));
  const last = cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), ...content, last]);
}

function decrypted(file: Buffer, secret: string): Buffer {
  const tagEnd = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, fileKey(secret), file.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(file.subarray(NONCE_BYTES, tagEnd));
  return Buffer.concat([decipher.update(file.subarray(tagEnd)), decipher.final()]);
}

function fileKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', 'file of a load', KEY_BYTES));
}
