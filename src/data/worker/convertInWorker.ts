import type { Worker } from 'node:worker_threads';
import type { CheckRequest } from './checkMessage.ts';
import type { WorkerPool } from './workerPool.ts';
import { ConvertedPieces } from './convertedPieces.ts';
import type { Conversion } from '../../model/upload.ts';

/** How many pieces may be with the worker: enough that it never waits, few enough to be little memory. */
const PIECES_AHEAD = 4;

/** Converts bytes while they are read, in a worker. Throws the worker's error where that dies, and what the reading throws. */
export async function* convertInWorker(
  workers: WorkerPool,
  chunks: AsyncIterable<Uint8Array>,
  conversion: Conversion,
): AsyncGenerator<Uint8Array> {
  const worker = workers.take();
  const pieces = new ConvertedPieces(worker);
  let isThrough = false;
  try {
    let waiting = 0;
    send(worker, { type: 'convert', conversion });
    for await (const chunk of chunks) {
      const copy = new Uint8Array(chunk);
      send(worker, { type: 'bytes', bytes: copy }, [copy.buffer]);
      waiting++;
      if (waiting === PIECES_AHEAD) {
        yield await pieces.next();
        waiting--;
      }
    }
    send(worker, { type: 'end' });
    for (; waiting >= 0; waiting--) {
      yield await pieces.next();
    }
    isThrough = true;
  } finally {
    pieces.dispose();
    if (isThrough) {
      workers.giveBack(worker);
    } else {
      await workers.end(worker);
    }
  }
}

function send(worker: Worker, request: CheckRequest, transfer: ArrayBuffer[] = []): void {
  worker.postMessage(request, transfer);
}
