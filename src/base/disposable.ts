/** Something that holds a resource until `dispose` is called. Disposing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/**
 * Owns disposables and disposes them together, last one first. One added after that is disposed at once. One that throws
 * does not keep the others from being disposed.
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
      throw new AggregateError(errors, 'Not everything could be disposed of.');
    }
  }
}
