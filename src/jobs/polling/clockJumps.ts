import { currentMoment } from '../../base/monotonicClock.ts';

/** Clocks that are kept right by the network drift apart by far less between two looks. */
const JUMP_MS = 5000;

/** Notices that the machine slept or that somebody set its clock: the two clocks then differ by more than before. */
export class ClockJumps {
  #differenceMs: number | undefined;

  /** Whether that happened since the last look. The first look, and the first after `rest`, notices nothing. */
  look(): boolean {
    const { monotonic, epoch } = currentMoment();
    const before = this.#differenceMs ?? epoch - monotonic;
    this.#differenceMs = epoch - monotonic;
    return Math.abs(this.#differenceMs - before) > JUMP_MS;
  }

  /** To be called while nothing waits for anything. */
  rest(): void {
    this.#differenceMs = undefined;
  }
}
