import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { setTestOfWorkers, watchWorkers } from '../../mutation/threadCoverage.ts';

const MODULE = new URL('../../mutation/threadCoverage.ts', import.meta.url).href;

/** Reaches mutants as instrumented code does, says so, and goes on. */
const PROGRAM = `
  import { parentPort } from 'node:worker_threads';
  const { currentTestId, mutantCoverage } = globalThis.__stryker__ ?? {};
  for (const mutant of ['7', '12', '7']) {
    const counts = mutantCoverage?.perTest[currentTestId] ?? {};
    counts[mutant] = (counts[mutant] ?? 0) + 1;
  }
  parentPort.on('message', () => undefined);
  parentPort.postMessage('reached');
`;

describe('What tests reach in workers', () => {
  afterEach(() => setTestOfWorkers(undefined));

  /** Starts a worker for a test, and ends it once it has reached its mutants. */
  async function runWorker(test: string | undefined): Promise<void> {
    setTestOfWorkers(test);
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`), {
      execArgv: ['--import', MODULE],
    });
    await once(worker, 'message');
    await worker.terminate();
  }

  it('is known for each test, also where the worker is terminated', async () => {
    const reached: string[] = [];
    const end = watchWorkers((test, mutant) => reached.push(`${test} ${mutant}`));
    await runWorker('one');
    await runWorker('other');
    await end();
    assert.deepEqual(reached, ['one 7', 'one 12', 'other 7', 'other 12']);
  });

  it('is not recorded without a test', async () => {
    const reached: string[] = [];
    const end = watchWorkers((test, mutant) => reached.push(`${test} ${mutant}`));
    await runWorker(undefined);
    await end();
    assert.deepEqual(reached, []);
  });
});
