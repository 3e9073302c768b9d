import { createReadStream, openAsBlob, readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { API_PATH } from '../../src/api/baseUrl.ts';
import type { FetchLike } from '../../src/api/fetchLike.ts';
import { ServiceClient } from '../../src/api/serviceClient.ts';
import type { Logger } from '../../src/base/logger.ts';
import { ContentDigest } from '../../src/data/digest/contentDigest.ts';
import { checkedFile } from '../../src/data/file/checkedFile.ts';
import { DataWorkers } from '../../src/data/worker/dataWorkers.ts';
import { openDiskFile } from '../../src/data/file/diskFile.ts';
import { ResourceWatch } from './resourceWatch.ts';

// Runs one upload in a separate process: node uploadOnce.ts WAY PATH URL [PROGRAM]. Prints the duration, the receiver's response,
// the peak memory above the baseline, and, after a cancellation, the resources that are still in use.

export type UploadWay = 'client' | 'clientOverUndici' | 'checkAndUpload' | 'cancelled' | 'formData';

export interface UploadRun {
  readonly elapsedMs: number;
  /** CPU time of the thread that sends. */
  readonly threadCpuMs: number;
  /** What the receiver counted. */
  readonly received: string;
  readonly addedMb: number;
  /** From the cancellation to the rejection; 0 if nothing was cancelled. */
  readonly cancelMs: number;
  /** Descriptors of the file that were still open 50 ms after the rejection. */
  readonly openDescriptors: number;
}

const ENTITY_ID = 'entity';
const SILENT: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const [, , way = '', path = '', url = '', program = ''] = process.argv;
const send = way === 'formData' ? sendFormData : await clientSender();
// Warm-up, so that loading and compiling the code and the first connection aren't measured.
await send(import.meta.filename, await digestOf(import.meta.filename));
const digest = await digestOf(path);
globalThis.gc?.();
await wait(100);

const watch = new ResourceWatch();
const start = performance.now();
const cpu = process.threadCpuUsage();
const outcome = await upload();
const { user, system } = process.threadCpuUsage(cpu);
const run: UploadRun = {
  elapsedMs: performance.now() - start,
  threadCpuMs: (user + system) / 1000,
  addedMb: watch.end().addedMb,
  ...outcome,
};
console.log(JSON.stringify(run));
process.exit();

type Sender = (
  file: string,
  contentDigest: string,
  signal?: AbortSignal,
  onProgress?: (share: number) => void,
) => Promise<string>;

/** As the extension does it; there, fetch is VS Code's, which is Node's with the dispatcher of the proxy. */
async function clientSender(): Promise<Sender> {
  const fetch: FetchLike =
    way === 'clientOverUndici'
      ? (await import('../../src/api/undiciFetch.ts')).createUndiciFetch().fetch
      : (target, init) => globalThis.fetch(target, init);
  const client = new ServiceClient({
    baseUrl: url,
    credential: () => Promise.resolve({ method: 'apiKey', origin: url, apiKey: 'key' }),
    fetch,
    log: SILENT,
    timeoutMs: () => 30_000,
  });
  return async (filePath, contentDigest, signal, onProgress) => {
    const file = checkedFile(await openDiskFile(filePath, basename(filePath), 'csv'), contentDigest);
    const { message } = await client.upload(
      { entityId: ENTITY_ID, format: 'multipart', file },
      { signal, onProgress: (sentBytes, totalBytes) => onProgress?.(sentBytes / totalBytes) },
    );
    return message;
  };
}

/** The usual way. */
async function sendFormData(filePath: string): Promise<string> {
  const form = new FormData();
  form.set('entityId', ENTITY_ID);
  form.set('file', await openAsBlob(filePath, { type: 'text/csv' }), basename(filePath));
  const response = await fetch(`${url}${API_PATH}/dataloader/upload`, { method: 'POST', body: form });
  const { data } = (await response.json()) as { data: { message: string } };
  return data.message;
}

async function upload(): Promise<Omit<UploadRun, 'elapsedMs' | 'threadCpuMs' | 'addedMb'>> {
  switch (way as UploadWay) {
    case 'cancelled':
      return { received: '', ...(await cancelInTheMiddle()) };
    case 'checkAndUpload':
      await checkFirst();
      break;
    case 'client':
    case 'clientOverUndici':
    case 'formData':
      break;
  }
  return { received: await send(path, digest), cancelMs: 0, openDescriptors: 0 };
}

async function digestOf(file: string): Promise<string> {
  const content = new ContentDigest();
  for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>) {
    content.update(chunk);
  }
  return content.digest();
}

/** As the first upload command does it, when the worker hasn't been started yet. */
async function checkFirst(): Promise<void> {
  const workers = new DataWorkers(program);
  const { problems } = await workers.checkFile(path, 'csv');
  workers.dispose();
  if (problems.some(({ severity }) => severity === 'blocking')) {
    throw new Error('The file is not fit to be sent.');
  }
}

async function cancelInTheMiddle(): Promise<Pick<UploadRun, 'cancelMs' | 'openDescriptors'>> {
  const cancel = new AbortController();
  let cancelledAt = 0;
  const rejection = await send(path, digest, cancel.signal, (share) => {
    if (share > 0.5 && !cancel.signal.aborted) {
      cancelledAt = performance.now();
      cancel.abort(new Error('Enough.'));
    }
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const cancelMs = performance.now() - cancelledAt;
  if (rejection !== cancel.signal.reason) {
    throw new Error('The upload was not cancelled.', { cause: rejection });
  }
  await wait(50);
  return { cancelMs, openDescriptors: descriptorsOf(path) };
}

function descriptorsOf(file: string): number {
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === file;
    } catch {
      // The descriptor of this listing is already closed.
      return false;
    }
  }).length;
}
