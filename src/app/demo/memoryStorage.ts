import { Emitter } from '../../base/event.ts';
import type { SecretStorage } from '../session/storedAccounts.ts';

/** A key-value storage with the interface of VS Code's, which is gone with this window. */
export class MemoryStorage {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- The signature of VS Code's.
  get<T>(key: string): T | undefined;
  get<T>(key: string, defaultValue: T): T;
  get<T>(key: string, defaultValue?: T): T | undefined {
    return (this.#values.get(key) as T | undefined) ?? defaultValue;
  }

  /** Nothing of it is synchronized. */
  setKeysForSync(): void {
    return undefined;
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) {
      this.#values.delete(key);
    } else {
      this.#values.set(key, value);
    }
    return Promise.resolve();
  }
}

/** A secret storage that is gone with this window. */
export class MemorySecrets implements SecretStorage {
  readonly #secrets = new Map<string, string>();
  readonly #didChange = new Emitter<{ readonly key: string }>();
  readonly onDidChange = this.#didChange.event;

  keys(): Promise<string[]> {
    return Promise.resolve([...this.#secrets.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#secrets.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.#secrets.set(key, value);
    this.#didChange.fire({ key });
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.#secrets.delete(key);
    this.#didChange.fire({ key });
    return Promise.resolve();
  }
}
