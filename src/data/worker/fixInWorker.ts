import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { UploadKind } from '../../model/upload.ts';
import { textSlices } from '../text/textSlices.ts';
import { packText } from '../text/textUnits.ts';
import type { FixId } from '../fix/fixId.ts';
import type { TextEdit } from '../fix/textEdit.ts';

/** 1 MB a message: copying more at once would be felt in the editor. */
const SLICE_UNITS = 524_288;

export interface FixRequest {
  readonly fix: FixId;
  readonly text: string;
  readonly kind: UploadKind;
}

/** What the worker is told: the text slice by slice, in UTF-16LE and its memory handed over, then what to do with it. */
export type FixMessage =
  | { readonly type: 'text'; readonly units: Uint8Array }
  | { readonly type: 'fix'; readonly fix: FixId; readonly kind: UploadKind };

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
  const worker = new Worker(program);
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', () => reject(new Error('The fix was ended.')));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      handOver(worker, request, signal).catch(reject);
    });
  } finally {
    await worker.terminate();
  }
}

async function handOver(worker: Worker, { fix, text, kind }: FixRequest, signal: AbortSignal): Promise<void> {
  const send = (message: FixMessage, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);
  for (const slice of textSlices(text, SLICE_UNITS)) {
    const units = packText(slice);
    send({ type: 'text', units }, [units.buffer]);
    await turn();
    if (signal.aborted) {
      return;
    }
  }
  send({ type: 'fix', fix, kind });
}
