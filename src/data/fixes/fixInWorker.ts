import { Worker } from 'node:worker_threads';
import type { UploadKind } from '../../model/upload.ts';
import type { FixId } from './fixId.ts';
import type { TextEdit } from './textEdit.ts';

export interface FixRequest {
  readonly fix: FixId;
  readonly text: string;
  readonly kind: UploadKind;
}

/**
 * Finds a fix's edits in a worker thread of its own, which ends with it. Rejects with the signal's reason once it is
 * aborted, and with the worker's error where that dies.
 *
 * @param program the file that the worker runs.
 */
export async function fixInWorker(
  program: string | URL,
  request: FixRequest,
  signal: AbortSignal,
): Promise<readonly TextEdit[]> {
  signal.throwIfAborted();
  const worker = new Worker(program, { workerData: request });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', () => reject(new Error('The fix was ended.')));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    await worker.terminate();
  }
}
