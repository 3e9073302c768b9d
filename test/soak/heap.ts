import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const { setImmediate: nextTurn } = globalThis;

/** The size of what is still used, in MB. */
export async function usedHeapMb(): Promise<number> {
  // What finalizers release is collected the second time.
  for (let time = 0; time < 3; time += 1) {
    collectGarbage();
    await new Promise<void>((resolve) => nextTurn(resolve));
  }
  return process.memoryUsage().heapUsed / 1_048_576;
}
