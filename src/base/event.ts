import type { Disposable } from './disposable.ts';

/** Subscribes a listener; dispose what it returns to unsubscribe. The shape is VS Code's, so either fits the other. */
export type Event<T> = (listener: (event: T) => void) => Disposable;

/** Owns one event. Listeners run in the order they subscribed; one that throws does not keep the others from running. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ readonly call: (event: T) => void }>();

  readonly event: Event<T> = (listener) => {
    // Wrapped, so that the same function subscribed twice is two subscriptions.
    const entry = { call: listener };
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  fire(event: T): void {
    for (const entry of [...this.#listeners]) {
      // One that an earlier listener has just unsubscribed must not be called any more.
      if (!this.#listeners.has(entry)) {
        continue;
      }
      try {
        entry.call(event);
      } catch (error) {
        // Reported where every uncaught error is, without breaking the other listeners.
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
