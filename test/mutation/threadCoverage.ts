// Runs first in every thread of a process in which tests run. In the dry run, tells the runner which mutants a test reaches in workers.
import { BroadcastChannel, getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import type { InstrumenterContext } from '@stryker-mutator/api/core';

const CHANNEL = 'mutantsReached';
const TEST_KEY = 'testOfMutants';

type Message = { readonly test: string; readonly mutant: string } | 'end';

/** Says which test starts the workers from now on; undefined where no coverage is recorded. */
export function setTestOfWorkers(test: string | undefined): void {
  setEnvironmentData(TEST_KEY, test);
}

/** Calls `onReached` for each mutant that a test reaches in a worker. Returns what ends this once all of them have arrived. */
export function watchWorkers(onReached: (test: string, mutant: string) => void): () => Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  const all = new Promise<void>((resolve) => {
    channel.onmessage = ({ data }) => {
      const message = data as Message;
      if (message === 'end') {
        resolve();
      } else {
        onReached(message.test, message.mutant);
      }
    };
  });
  channel.unref();
  return async () => {
    // Messages arrive in the order in which they are sent.
    const last = new BroadcastChannel(CHANNEL);
    last.postMessage('end' satisfies Message);
    await all;
    last.close();
    channel.close();
  };
}

const test = isMainThread ? undefined : getEnvironmentData(TEST_KEY);
if (typeof test === 'string') {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  const reached = new Proxy<Record<string, number>>(
    {},
    {
      set: (counts, mutant: string, count: number) => {
        if (!(mutant in counts)) {
          channel.postMessage({ test, mutant } satisfies Message);
        }
        counts[mutant] = count;
        return true;
      },
    },
  );
  const context: InstrumenterContext = {
    currentTestId: test,
    mutantCoverage: { static: {}, perTest: { [test]: reached } },
  };
  Object.assign(globalThis, { __stryker__: context });
}
