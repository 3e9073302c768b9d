import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { DataCheck } from '../check/dataCheck.ts';
import { ConvertedCheck } from '../convert/convertedCheck.ts';
import { createTransform } from '../convert/conversion.ts';
import { BackgroundDigest, ContentDigest } from '../digest/contentDigest.ts';
import { LoadFingerprinter } from '../fingerprint/loadFingerprint.ts';
import { packedAt, writeLoad } from '../fingerprint/storedLoad.ts';
import { fixText } from '../fix/fixText.ts';
import { ReferenceSearch } from '../references/referenceSearch.ts';
import { unpackText } from '../text/textSlices.ts';
import type { TaskResults, WorkerRequest, WorkerResponse, WorkerTask } from './workerMessage.ts';

// The worker's program: runs checks, conversions and fixes, so that the extension host is never blocked by one.

/** The size of a block of the digest, so that none is copied twice. */
const CHUNK_BYTES = 1_048_576;
const BYTES_PER_PROGRESS = 8 * 1_048_576;

/** A task whose data arrives in pieces. */
interface RunningTask {
  /** Returns the output for the piece, if the task has any. */
  push(piece: Uint8Array): Uint8Array<ArrayBuffer> | undefined;
  end(): TaskResults[keyof TaskResults];
}

/** A task whose data is a file that the worker reads. */
type FileTask = Extract<WorkerTask, { readonly path: string }>;
type TaskOf<T extends WorkerTask['type']> = Extract<WorkerTask, { readonly type: T }>;

let running: RunningTask | undefined;

parentPort?.on('message', (request: WorkerRequest) => {
  try {
    handle(request);
  } catch (error) {
    fail(error);
  }
});

function fail(error: unknown): void {
  running = undefined;
  // Not the error itself: structured cloning would drop its code.
  const { message, code } = error as NodeJS.ErrnoException;
  post({ type: 'failed', message, code });
}

function handle(request: WorkerRequest): void {
  switch (request.type) {
    case 'start':
      if ('path' in request.task) {
        runFileTask(request.task).then(finish, fail);
      } else {
        running = startTask(request.task);
      }
      break;
    case 'piece': {
      const output = running?.push(request.bytes);
      post({ type: 'taken', output }, output === undefined ? [] : [output.buffer]);
      break;
    }
    case 'end':
      if (running !== undefined) {
        const result = running.end();
        running = undefined;
        finish(result);
      }
      break;
  }
}

/** Transfers the hashes of a fingerprint, because copying them would block the extension host. */
function finish(result: TaskResults[keyof TaskResults]): void {
  const packed = result !== undefined && 'hashes' in result ? [result.hashes, result.keys] : [];
  post(
    { type: 'done', result },
    packed.flatMap((one) => one?.bytes.buffer ?? []),
  );
}

function startTask(task: Exclude<WorkerTask, FileTask>): RunningTask {
  switch (task.type) {
    case 'checkBytes': {
      const check = new ConvertedCheck(task);
      return withDigest(
        (bytes) => check.scan(bytes),
        (digest) => check.end(digest),
      );
    }
    case 'checkText': {
      const check = new DataCheck(task.kind, { encoding: 'utf-8', totals: task.totals });
      return withoutOutput(
        (units) => check.push(Buffer.from(unpackText(units))),
        () => check.end(),
      );
    }
    case 'fix': {
      let text = '';
      return withoutOutput(
        (units) => (text += unpackText(units)),
        () => fixText(task.fix, text, task.kind),
      );
    }
    case 'convert': {
      const transform = createTransform(task.conversion);
      // Copies: the output may share memory that the transform still uses.
      return {
        push: (bytes) => new Uint8Array(transform.push(bytes)),
        end: () => new Uint8Array(transform.end()),
      };
    }
    case 'searchBytes':
    case 'searchText': {
      const { type, request } = task;
      const search = new ReferenceSearch(request);
      const ofBytes = withDigest(
        (bytes) => search.push(bytes),
        (digest) => (digest === task.digest ? search.end() : undefined),
      );
      return type === 'searchText'
        ? { ...ofBytes, push: (units) => ofBytes.push(Buffer.from(unpackText(units))) }
        : ofBytes;
    }
    case 'fingerprintBytes': {
      const fingerprint = new LoadFingerprinter(task.request);
      return withDigest(
        (bytes) => fingerprint.push(bytes),
        (digest) => fingerprint.end(digest),
      );
    }
    case 'writeLoad': {
      const { fingerprintFile, load, hashes, keys } = task.write;
      const pieces: Uint8Array[] = [];
      return withoutOutput(
        (bytes) => pieces.push(bytes),
        () => {
          const content = Buffer.concat(pieces);
          const ofKeys = packedAt(content, hashes?.byteLength ?? 0, keys);
          writeLoad(fingerprintFile, { ...load, hashes: packedAt(content, 0, hashes), keys: ofKeys });
          return undefined;
        },
      );
    }
  }
}

function withDigest(
  take: (bytes: Uint8Array) => void,
  end: (digest: string) => ReturnType<RunningTask['end']>,
): RunningTask {
  const digest = new ContentDigest();
  return withoutOutput(
    (bytes) => {
      digest.update(bytes);
      take(bytes);
    },
    () => end(digest.digest()),
  );
}

function withoutOutput(take: (piece: Uint8Array) => unknown, end: RunningTask['end']): RunningTask {
  return {
    push: (piece) => {
      take(piece);
      return undefined;
    },
    end,
  };
}

async function runFileTask(task: FileTask): Promise<TaskResults[FileTask['type']]> {
  switch (task.type) {
    case 'checkFile':
      return checkFile(task);
    case 'searchFile':
      return searchFile(task);
    case 'fingerprintFile':
      return fingerprintFile(task);
  }
}

async function checkFile({ path, ...task }: TaskOf<'checkFile'>): Promise<TaskResults['checkFile']> {
  const check = new ConvertedCheck(task);
  return check.end(await readThrough(path, (chunk) => check.scan(chunk)));
}

async function searchFile({ path, request, digest }: TaskOf<'searchFile'>): Promise<TaskResults['searchFile']> {
  const search = new ReferenceSearch(request);
  const actual = await readThrough(path, (chunk) => search.push(chunk));
  return actual === digest ? search.end() : undefined;
}

async function fingerprintFile({ path, request }: TaskOf<'fingerprintFile'>): Promise<TaskResults['fingerprintFile']> {
  const fingerprint = new LoadFingerprinter(request);
  return fingerprint.end(await readThrough(path, (chunk) => fingerprint.push(chunk)));
}

/**
 * Passes on the chunks of a file of any size, in constant memory, and resolves to its digest. This thread only scans: the next chunk
 * is read and the digest computed in the threads of Node's pool meanwhile. Throws file system errors.
 */
async function readThrough(path: string, take: (chunk: Uint8Array) => void): Promise<string> {
  const file = await open(path, 'r');
  try {
    const digest = new BackgroundDigest();
    const progress = new Progress();
    for await (const chunk of readAhead(file)) {
      await digest.update(chunk);
      take(chunk);
      progress.add(chunk.length);
    }
    return await digest.digest();
  } finally {
    await file.close();
  }
}

/** Reports now and then how much was read. */
class Progress {
  #bytes = 0;
  #reported = 0;

  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes - this.#reported >= BYTES_PER_PROGRESS) {
      this.#reported = this.#bytes;
      post({ type: 'progress', bytes: this.#bytes });
    }
  }
}

/** Yields the chunks of a file. A chunk's memory is reused as soon as the next chunk is requested. */
async function* readAhead(file: FileHandle): AsyncGenerator<Uint8Array> {
  let [chunk, next] = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)];
  let reading = file.read(chunk);
  for (;;) {
    const { bytesRead } = await reading;
    if (bytesRead === 0) {
      return;
    }
    reading = file.read(next);
    // If the check fails, this read is never awaited.
    reading.catch(() => undefined);
    yield chunk.subarray(0, bytesRead);
    [chunk, next] = [next, chunk];
  }
}

function post(response: WorkerResponse, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(response, transfer);
}
