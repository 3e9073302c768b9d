const LIMIT_MS = 90_000;
const PAUSE_MS = 50;

// Kept from before any test replaces the clock: these waits are for real processes.
const { setTimeout: setRealTimer, clearTimeout: clearRealTimer } = globalThis;

/**
 * Calls `check` again and again until it returns something other than `undefined` or `false`, and returns that. A check that throws
 * has not passed yet either, so it may assert and then return `true`. Where it does not pass in time, the error has the message and
 * what the last call returned or threw.
 */
export async function eventually<T extends object | string | number | true | null>(
  check: () => T | undefined | false | PromiseLike<T | undefined | false>,
  message: string,
  limitMs = LIMIT_MS,
): Promise<T> {
  const deadline = startDeadline(limitMs);
  let last = 'the check has not returned';
  let cause: unknown;
  try {
    while (!deadline.isOver()) {
      try {
        const value = await Promise.race([check(), deadline.over]);
        if (value !== undefined && value !== false) {
          return value;
        }
        last = deadline.isOver() ? last : `the check returned ${String(value)}`;
      } catch (error) {
        last = error instanceof Error ? error.message : String(error);
        cause = error;
      }
      await Promise.race([pause(), deadline.over]);
    }
  } finally {
    deadline.clear();
  }
  throw new Error(`${message}: not within ${limitMs} ms. Last: ${last}`, { cause });
}

function startDeadline(limitMs: number): { over: Promise<undefined>; isOver: () => boolean; clear: () => void } {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setRealTimer(() => {
      isOver = true;
      resolve(undefined);
    }, limitMs);
  });
  return { over, isOver: () => isOver, clear: () => clearRealTimer(timer) };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setRealTimer(resolve, PAUSE_MS));
}
