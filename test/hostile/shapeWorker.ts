import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const PROGRAMS = {
  /** Answers with the time of the work, in milliseconds. */
  time: new URL('runShape.ts', import.meta.url),
  /** Answers with its amount. */
  amount: new URL('countWork.ts', import.meta.url),
};

/** A worker that does the work of one shape after another. */
export class ShapeWorker {
  readonly #worker: Worker;

  constructor(measure: keyof typeof PROGRAMS = 'time') {
    // Without the counters of coverage, which take most of the time of work on single bytes.
    this.#worker = new Worker(PROGRAMS[measure], { env: { ...process.env, NODE_V8_COVERAGE: '' } });
  }

  /** Does a shape's work and returns the program's answer. */
  async run(name: string, size: number): Promise<number> {
    const answer = once(this.#worker, 'message');
    this.#worker.postMessage({ name, size });
    const [value] = (await answer) as [number];
    return value;
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
    return await worker.run(name, size);
  } finally {
    await worker.end();
  }
}
