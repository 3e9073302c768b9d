import type { Memento } from 'vscode';

const KEY = 'dataConnections.upload.recentTargets';
const KEPT = 20;

/** Which connections accepted an upload from this workspace: nothing in the service's answers tells who would. */
export class RecentTargets {
  readonly #memory: Pick<Memento, 'get' | 'update'>;

  constructor(memory: Pick<Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  /** Entity ids, the latest first. */
  list(accountId: string): readonly string[] {
    return this.#read()[accountId] ?? [];
  }

  add(accountId: string, entityId: string): Thenable<void> {
    const others = this.list(accountId).filter((known) => known !== entityId);
    return this.#memory.update(KEY, { ...this.#read(), [accountId]: [entityId, ...others].slice(0, KEPT) });
  }

  /** Forgets an account's, when it signs out. */
  forget(accountId: string): Thenable<void> {
    const kept = Object.entries(this.#read()).filter(([id]) => id !== accountId);
    return this.#memory.update(KEY, Object.fromEntries(kept));
  }

  /** What is stored, as far as it is what we store. */
  #read(): Readonly<Record<string, readonly string[]>> {
    const stored: unknown = this.#memory.get(KEY);
    if (typeof stored !== 'object' || stored === null) {
      return {};
    }
    const entries = Object.entries(stored).map(([accountId, ids]: [string, unknown]) => [
      accountId,
      Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
    ]);
    return Object.fromEntries(entries) as Record<string, readonly string[]>;
  }
}
