import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readCsv } from './csvRows.ts';
import { readJson, readJsonBody } from './jsonBody.ts';
import type { JsonBody } from './jsonBody.ts';
import { RowStore } from './rowStore.ts';
import type { ParseResult, RowWriter } from './rowStore.ts';

const HEAD_BYTES = 64 * 1024;

/** The unchanged bytes of an upload in a temporary file. */
export interface Spooled {
  readonly path: string;
  readonly byteLength: number;
  readonly sha256: string;
}

/** An accepted upload. */
export interface Upload extends Spooled {
  readonly syncId: string;
  readonly entityId: string;
  readonly format: 'multipart' | 'json';
  readonly kind: 'csv' | 'json';
  readonly fileName: string | undefined;
  /** Resolves when the rows are stored. */
  readonly parsed: Promise<ParseResult>;
}

/** The uploads: bytes in files, rows in SQLite, all in one temporary directory. */
export class Uploads {
  readonly rows: RowStore;
  readonly accepted = new Map<string, Upload>();
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
    this.rows = new RowStore(join(directory, 'rows.sqlite'));
  }

  static async open(): Promise<Uploads> {
    const directory = await mkdtemp(join(tmpdir(), 'data-connections-service-'));
    // Deleted on every exit except a kill.
    process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
    return new Uploads(directory);
  }

  /** Stores the bytes of a stream in a file, without a limit. */
  async spool(input: Readable): Promise<Spooled> {
    const path = join(this.#directory, randomBytes(12).toString('hex'));
    const hash = createHash('sha256');
    let byteLength = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        byteLength += chunk.length;
        done(null, chunk);
      },
    });
    try {
      await pipeline(input, meter, createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, byteLength, sha256: hash.digest('hex') };
  }

  async discard({ path }: Spooled): Promise<void> {
    await rm(path, { force: true });
  }

  /** Parses and stores the rows of a file. */
  async readFile(spooled: Spooled, kind: 'csv' | 'json', writer: RowWriter): Promise<ParseResult> {
    if (kind === 'json') {
      return readJson(textOf(spooled.path), writer);
    }
    return readCsv(createReadStream(spooled.path), await this.head(spooled), writer);
  }

  async readCsvText(text: string, writer: RowWriter): Promise<ParseResult> {
    const head = Buffer.from(text.slice(0, HEAD_BYTES));
    return readCsv(Readable.from([Buffer.from(text)], { objectMode: false }), head, writer);
  }

  async readBody(spooled: Spooled, writer: RowWriter): Promise<JsonBody> {
    return readJsonBody(textOf(spooled.path), writer);
  }

  /** The first bytes of a file. */
  async head({ path }: Spooled): Promise<Uint8Array> {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async bytes({ path }: Spooled): Promise<Uint8Array> {
    return readFile(path);
  }

  async clear(): Promise<void> {
    const spooled = [...this.accepted.values()];
    this.accepted.clear();
    await Promise.allSettled(spooled.map(({ parsed }) => parsed));
    this.rows.clear();
    await Promise.all(spooled.map((upload) => this.discard(upload)));
  }

  dispose(): void {
    this.rows.close();
  }
}

/** A file's text, without its byte order mark. */
async function* textOf(path: string): AsyncGenerator<string> {
  let isFirst = true;
  for await (const piece of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    yield isFirst && piece.startsWith('\uFEFF') ? piece.slice(1) : piece;
    isFirst = false;
  }
}
