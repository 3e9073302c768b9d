import { ApiError } from '../../api/apiError.ts';
import type { Failure } from '../../model/failure.ts';

/**
 * The one route by which errors are told. A refused secret is news about the account, and what a command throws that met
 * it: it is told once, the first time, and again to a command that is run after that.
 */
export class ErrorReports {
  readonly #tell: (error: unknown) => void;
  readonly #told = new WeakSet<Failure>();
  #refusalToldAt = -Infinity;

  constructor(tell: (error: unknown) => void) {
    this.#tell = tell;
  }

  /** `begunAt`: when what failed was begun, by `performance.now()`. */
  report(error: unknown, begunAt = performance.now()): void {
    if (error instanceof ApiError && error.failure.kind === 'unauthorized') {
      if (this.#told.has(error.failure) || this.#refusalToldAt >= begunAt) {
        return;
      }
      this.#told.add(error.failure);
      this.#refusalToldAt = performance.now();
    }
    this.#tell(error);
  }
}
