import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A worker that does the work of one shape after another. */
export class ShapeWorker {
  // Without the counters of coverage, which take most of the time of work on single bytes.
  readonly #worker = new Worker(new URL('runShape.ts', import.meta.url), {
    env: { ...process.env, NODE_V8_COVERAGE: '' },
  });

  /** Does a shape's work and returns how long it took, in milliseconds. */
  async time(name: string, size: number): Promise<number> {
    const answer = once(this.#worker, 'message');
    this.#worker.postMessage({ name, size });
    const [took] = (await answer) as [number];
    return took;
  }

  /** Ends the worker, also in the middle of its work. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The same in a worker of its own. */
export async function timeShape(name: string, size: number): Promise<number> {
  const worker = new ShapeWorker();
  try {
    return await worker.time(name, size);
  } finally {
    await worker.end();
  }
}
