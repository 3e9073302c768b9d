import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { MINUTE_MS } from '../../base/time.ts';

/** VS Code reports neither that the pointer rests on a row nor that a view has the focus; only what the user does there. */
const LOCKED_AFTER_USE_MS = 2 * MINUTE_MS;

/** Keeps rows in their positions for as long as the user is likely to act on one of them. */
export class RowOrderLock implements Disposable {
  readonly #didRelease = new Emitter<void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Fires when the rows may move again. */
  readonly onDidRelease = this.#didRelease.event;

  get isLocked(): boolean {
    return this.#timer !== undefined;
  }

  /** Call this when the user points at a row, selects, expands or collapses one, or runs a command on one. */
  lock(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.release(), LOCKED_AFTER_USE_MS);
  }

  /** Call this when the user turns to something else, or requests the current order. */
  release(): void {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#didRelease.fire();
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#didRelease.dispose();
  }
}
