/** Releases a resource. Calling `dispose` again has no effect. */
export interface Disposable {
  dispose(): void;
}

/**
 * Disposes several disposables together, in reverse order. One that is added later is disposed at once. If one throws, the
 * others are still disposed.
 */
export class DisposableStore implements Disposable {
  #items: Disposable[] | undefined = [];

  add<T extends Disposable>(item: T): T {
    if (this.#items) {
      this.#items.push(item);
    } else {
      item.dispose();
    }
    return item;
  }

  /** Call this for an item that has been disposed before the others. */
  remove(item: Disposable): void {
    this.#items = this.#items?.filter((other) => other !== item);
  }

  dispose(): void {
    const items = this.#items ?? [];
    this.#items = undefined;
    const errors: unknown[] = [];
    for (const item of items.reverse()) {
      try {
        item.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) {
      throw new AggregateError(errors, 'Some disposables could not be disposed.');
    }
  }
}

/** Creates something from parts that it owns. If this rejects, the parts added so far are disposed. */
export async function createFromParts<T>(create: (parts: DisposableStore) => Promise<T>): Promise<T> {
  const parts = new DisposableStore();
  try {
    return await create(parts);
  } catch (error) {
    parts.dispose();
    throw error;
  }
}

/** Owns one disposable at a time: setting another disposes the previous one. After `dispose`, a value that is set is disposed at once. */
export class MutableDisposable<T extends Disposable> implements Disposable {
  #value: T | undefined;
  #isDisposed = false;

  get value(): T | undefined {
    return this.#value;
  }

  set value(value: T | undefined) {
    if (value === this.#value) {
      return;
    }
    const previous = this.#value;
    this.#value = this.#isDisposed ? undefined : value;
    previous?.dispose();
    if (this.#isDisposed) {
      value?.dispose();
    }
  }

  clear(): void {
    this.value = undefined;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.clear();
  }
}
