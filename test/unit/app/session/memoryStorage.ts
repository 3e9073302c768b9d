import { Emitter } from '../../../../src/base/event.ts';
import type { AccountRecord } from '../../../../src/app/session/accountRecord.ts';
import type { KeyValueStorage } from '../../../../src/app/session/windowSession.ts';

/** A secret storage in memory; two stores on one are two windows. */
export class MemorySecrets {
  readonly #changes = new Emitter<{ key: string }>();
  readonly values = new Map<string, string>();
  readonly onDidChange = this.#changes.event;
  failure: Error | undefined;
  isForgetful = false;
  /** Called before a value is stored. What it throws, `store` rejects with. */
  onStore = (): void => undefined;

  keys(): Promise<string[]> {
    return this.#answer([...this.values.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return this.#answer(this.values.get(key));
  }

  async store(key: string, value: string): Promise<void> {
    this.onStore();
    await this.#answer(undefined);
    if (!this.isForgetful) {
      this.values.set(key, value);
      this.#changes.fire({ key });
    }
  }

  async delete(key: string): Promise<void> {
    await this.#answer(undefined);
    this.values.delete(key);
    this.#changes.fire({ key });
  }

  #answer<T>(value: T): Promise<T> {
    return this.failure ? Promise.reject(this.failure) : Promise.resolve(value);
  }
}

/** The state of a workspace, in memory. */
export class MemoryState implements KeyValueStorage {
  readonly values = new Map<string, unknown>();
  failure: Error | undefined;

  get(key: string): unknown {
    return this.values.get(key);
  }

  update(key: string, value: unknown): Promise<void> {
    if (this.failure) {
      return Promise.reject(this.failure);
    }
    this.values.set(key, value);
    return Promise.resolve();
  }
}

export function record(id: string, name: string, apiKey = `key of ${id}`): AccountRecord {
  return {
    account: {
      id,
      baseUrl: 'https://service.example.com',
      method: 'apiKey',
      user: { email: 'jane@contoso.example', fullName: 'Jane' },
      workspace: { identifier: `w-${id}`, name },
    },
    credential: { method: 'apiKey', origin: 'https://service.example.com', apiKey },
  };
}

/** Lets everything that was triggered by an event run to its end. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
