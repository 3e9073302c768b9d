import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

/** The ranges of source text that run, as V8 counts them for each block. */
export class BlockCoverage {
  readonly #session = new Session();
  readonly #sources: readonly string[];
  /** For each file, 1 for each character of a block that has run. */
  #seen = new Map<string, Uint8Array>();

  /** @param sources the files to watch: their addresses contain one of these. Counting begins now. */
  constructor(sources: readonly string[]) {
    this.#sources = sources;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Whether a block has run since the last call that had not run before. With `isAccepted`, it counts as run from now on. */
  hasNew(isAccepted: boolean): boolean {
    let isNew = false;
    for (const { url, functions } of this.#take()) {
      const length = Math.max(...functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)));
      const run = new Uint8Array(length);
      // An inner range follows the one that contains it.
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
        run.fill(Math.min(count, 1), startOffset, endOffset);
      }
      const seen = this.#seen.get(url) ?? new Uint8Array(0);
      isNew ||= run.some((hasRun, offset) => hasRun > (seen[offset] ?? 0));
      if (isAccepted) {
        // V8 may leave out the ends of a file.
        const both = new Uint8Array(Math.max(length, seen.length));
        both.set(seen);
        for (const [offset, hasRun] of run.entries()) {
          both[offset] ||= hasRun;
        }
        this.#seen.set(url, both);
      }
    }
    return isNew;
  }

  /** Forgets what has run since the last call. */
  skip(): void {
    this.#take();
  }

  /** Forgets all that has run. */
  reset(): void {
    this.#take();
    this.#seen = new Map();
  }

  end(): void {
    this.#session.disconnect();
  }

  #take(): readonly Profiler.ScriptCoverage[] {
    let taken: readonly Profiler.ScriptCoverage[] = [];
    // Calls back at once.
    this.#session.post('Profiler.takePreciseCoverage', (error, response) => {
      if (error !== null) {
        throw error;
      }
      taken = response.result;
    });
    return taken.filter(({ url }) => this.#sources.some((source) => url.includes(source)));
  }
}
