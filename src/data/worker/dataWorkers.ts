import type { Disposable } from '../../base/disposable.ts';
import type { TotalsRequest } from '../../model/columnTotals.ts';
import type { Conversion, TextEncodingName, UploadKind } from '../../model/upload.ts';
import type { CheckResult } from '../check/checkResult.ts';
import type { FingerprintRequest, LoadFingerprint } from '../fingerprint/loadFingerprint.ts';
import { sizeOf } from '../fingerprint/storedLoad.ts';
import type { FingerprintFile, StoredLoad } from '../fingerprint/storedLoad.ts';
import type { FixId } from '../fix/fixId.ts';
import type { TextEdit } from '../text/textEdit.ts';
import type { TextSlices } from '../text/textSlices.ts';
import type { TaskResults, WorkerTask } from './workerMessage.ts';
import { WorkerPool } from './workerPool.ts';
import { WorkerSession } from './workerSession.ts';
import type { TaskOptions } from './workerSession.ts';

export interface TextCheckOptions extends TaskOptions {
  /** Whether to compute control totals, which takes more time. */
  readonly totals?: TotalsRequest | undefined;
}

export interface FileCheckOptions extends TextCheckOptions {
  /** How to decode the bytes, if the user has chosen. */
  readonly encoding?: TextEncodingName | undefined;
  /** Checks what this conversion makes of the data. The digest in the result is that of the data as it is. */
  readonly conversion?: Conversion | undefined;
}

export interface FixRequest {
  readonly fix: FixId;
  readonly text: TextSlices;
  readonly kind: UploadKind;
}

/**
 * Checks, fixes and converts data in worker threads. Tasks may overlap. All of them reject with the signal's reason once it is
 * aborted, which terminates the worker, and with the worker's error if it dies.
 */
export class DataWorkers implements Disposable {
  readonly #pool: WorkerPool;

  /** @param program the file that the workers run. */
  constructor(program: string | URL) {
    this.#pool = new WorkerPool(program);
  }

  /** Checks an editor's text. Also rejects with `TextChangedError` if it changes or closes meanwhile. */
  check(text: TextSlices, kind: UploadKind, options: TextCheckOptions = {}): Promise<CheckResult> {
    return this.run({ type: 'checkText', kind, totals: options.totals }, options, (session) => sendText(session, text));
  }

  /** Checks a file on disk, which the worker reads. Also rejects with file system errors. */
  checkFile(path: string, kind: UploadKind, options: FileCheckOptions = {}): Promise<CheckResult> {
    const { encoding, conversion, totals } = options;
    return this.run({ type: 'checkFile', path, kind, encoding, conversion, totals }, options, ({ result }) => result);
  }

  /** Checks bytes that arrive in pieces. Also rejects with what reading these throws. */
  checkBytes(
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    kind: UploadKind,
    options: FileCheckOptions = {},
  ): Promise<CheckResult> {
    const { encoding, conversion, totals } = options;
    return this.run({ type: 'checkBytes', kind, encoding, conversion, totals }, options, (session) =>
      sendPieces(session, pieces),
    );
  }

  /** Finds the edits of a fix. Also rejects with `TextChangedError` if the text changes or closes meanwhile. */
  fix({ fix, text, kind }: FixRequest, signal: AbortSignal): Promise<readonly TextEdit[]> {
    return this.run({ type: 'fix', fix, kind }, { signal }, (session) => sendText(session, text));
  }

  /** Computes the fingerprint of a file on disk, which the worker reads. Also rejects with file system errors. */
  fingerprintFile(
    path: string,
    request: FingerprintRequest,
    options: TaskOptions = {},
  ): Promise<LoadFingerprint | undefined> {
    return this.run({ type: 'fingerprintFile', path, request }, options, ({ result }) => result);
  }

  /** Computes the fingerprint of bytes that arrive in pieces. Also rejects with what reading these throws. */
  fingerprintBytes(
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    request: FingerprintRequest,
    options: TaskOptions = {},
  ): Promise<LoadFingerprint | undefined> {
    return this.run({ type: 'fingerprintBytes', request }, options, (session) => sendPieces(session, pieces));
  }

  /** Writes a load. Also rejects with file system errors. */
  async writeLoad(fingerprintFile: FingerprintFile, { hashes, keys, ...load }: StoredLoad): Promise<void> {
    const write = { fingerprintFile, load, hashes: sizeOf(hashes), keys: sizeOf(keys) };
    const pieces = [hashes, keys].flatMap((packed) => packed?.bytes ?? []);
    await this.run({ type: 'writeLoad', write }, {}, (session) => sendPieces(session, pieces));
  }

  /** Converts bytes while they are read. Also throws what reading `chunks` throws. */
  async *convert(chunks: AsyncIterable<Uint8Array>, conversion: Conversion): AsyncGenerator<Uint8Array> {
    const worker = this.#pool.take();
    const session = new WorkerSession(worker, { type: 'convert', conversion });
    let isDone = false;
    try {
      for await (const chunk of chunks) {
        await session.sendBytes(chunk);
        if (session.isSettled) {
          break;
        }
        yield* session.takeOutput();
      }
      const last = await session.end();
      yield* session.takeOutput();
      yield last;
      isDone = true;
    } finally {
      session.dispose();
      if (isDone) {
        this.#pool.giveBack(worker);
      } else {
        await this.#pool.end(worker);
      }
    }
  }

  dispose(): void {
    this.#pool.dispose();
  }

  /** Runs a task: `complete` sends its data, if it takes any, and returns its result. */
  async run<T extends WorkerTask['type']>(
    task: WorkerTask & { readonly type: T },
    options: TaskOptions,
    complete: (session: WorkerSession<T>) => Promise<TaskResults[T]>,
  ): Promise<TaskResults[T]> {
    options.signal?.throwIfAborted();
    const worker = this.#pool.take();
    const session = new WorkerSession<T>(worker, task, options);
    try {
      const result = await complete(session);
      this.#pool.giveBack(worker);
      return result;
    } catch (error) {
      await this.#pool.end(worker);
      throw error;
    } finally {
      session.dispose();
    }
  }
}

async function sendText<T extends WorkerTask['type']>(
  session: WorkerSession<T>,
  text: TextSlices,
): Promise<TaskResults[T]> {
  await session.sendText(text);
  return session.end();
}

async function sendPieces<T extends WorkerTask['type']>(
  session: WorkerSession<T>,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<TaskResults[T]> {
  for await (const piece of pieces) {
    await session.sendBytes(piece);
    if (session.isSettled) {
      break;
    }
  }
  return session.end();
}
