import { parentPort } from 'node:worker_threads';
import { HOSTILE_SHAPES } from './shapes.ts';

// A worker's whole program: one shape after another, so that it can be ended where the work does not end.
parentPort?.on('message', ({ name, size }: { readonly name: string; readonly size: number }) => {
  const shape = HOSTILE_SHAPES.find((candidate) => candidate.name === name);
  if (shape === undefined) {
    throw new Error(`There is no shape “${name}”.`);
  }
  const run = shape.prepare(size);
  const start = performance.now();
  run();
  parentPort?.postMessage(performance.now() - start);
});
