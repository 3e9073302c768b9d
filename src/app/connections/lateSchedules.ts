import type { EpochMs } from '../../base/time.ts';
import { lateFrom } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';

/** When each scheduled sync becomes late. Each is taken once. */
export class LateSchedules {
  /** By entity. Checking 10,000 for each response takes far less than a millisecond. */
  readonly #lateFrom = new Map<string, EpochMs>();

  /** Call this for a connection that is new or has changed. */
  set(connection: Connection): void {
    const at = lateFrom(connection);
    if (at === undefined) {
      this.#lateFrom.delete(connection.entityId);
    } else {
      this.#lateFrom.set(connection.entityId, at);
    }
  }

  delete(entityId: string): void {
    this.#lateFrom.delete(entityId);
  }

  clear(): void {
    this.#lateFrom.clear();
  }

  /** The connections that a list which was requested at that moment is the first to show as late. */
  takeLate(requestedAt: EpochMs): readonly string[] {
    const late: string[] = [];
    for (const [entityId, at] of this.#lateFrom) {
      if (at <= requestedAt) {
        this.#lateFrom.delete(entityId);
        late.push(entityId);
      }
    }
    return late;
  }
}
