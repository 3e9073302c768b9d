import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Does a shape's work in a worker and returns how long it took, in milliseconds. Ends it once the signal is aborted. */
export async function timeShape(name: string, size: number, signal?: AbortSignal): Promise<number> {
  const worker = new Worker(new URL('runShape.ts', import.meta.url), { workerData: { name, size } });
  try {
    const [took] = (await once(worker, 'message', { signal })) as [number];
    return took;
  } finally {
    await worker.terminate();
  }
}
