import { parentPort, workerData } from 'node:worker_threads';
import type { FixRequest } from './fixInWorker.ts';
import { fixText } from './fixText.ts';

// The worker's whole program: one fix of one text.
if (parentPort) {
  const { fix, text, kind } = workerData as FixRequest;
  parentPort.postMessage(fixText(fix, text, kind));
}
