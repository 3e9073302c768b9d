import { parentPort } from 'node:worker_threads';
import { GROWTH_FAMILIES, QUADRATIC } from './growthFamilies.ts';
import { WorkCounter } from './workCounter.ts';

// A worker's whole program: counts the work of a family at one size after another.
const counter = new WorkCounter();
const started = counter.start();
parentPort?.on('message', ({ name, size }: { readonly name: string; readonly size: number }) => {
  void answer(name, size);
});

async function answer(name: string, size: number): Promise<void> {
  await started;
  const family = [...GROWTH_FAMILIES, QUADRATIC].find((candidate) => candidate.name === name);
  if (family === undefined) {
    throw new Error(`There is no family “${name}”.`);
  }
  parentPort?.postMessage(await counter.count(family.prepare(size)));
}
