/** Settles like `work`, or rejects with the signal's reason as soon as the signal is aborted. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) {
      abort();
    } else {
      signal.addEventListener('abort', abort, { once: true });
    }
    // Attached after an abort too, so that a later rejection is handled.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
