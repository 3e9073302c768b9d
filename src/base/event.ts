import type { Disposable } from './disposable.ts';

/** Subscribes a listener; dispose the result to unsubscribe. Compatible with VS Code's `Event`. */
export type Event<T> = (listener: (event: T) => void) => Disposable;

/** Fires one event. Listeners run in the order of subscription; if one throws, the others still run. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ readonly call: (event: T) => void }>();

  readonly event: Event<T> = (listener) => {
    // A wrapper, so that the same function can subscribe twice.
    const entry = { call: listener };
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  fire(event: T): void {
    for (const entry of [...this.#listeners]) {
      // An earlier listener may have unsubscribed this one.
      if (!this.#listeners.has(entry)) {
        continue;
      }
      try {
        entry.call(event);
      } catch (error) {
        // Rethrown asynchronously: reported as an uncaught error, while the other listeners run.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
