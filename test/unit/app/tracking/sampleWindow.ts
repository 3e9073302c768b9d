import { Emitter } from '../../../../src/base/event.ts';
import type { WindowConnection } from '../../../../src/app/tracking/windowConnection.ts';

/** The connection to a window that tests can lose. */
export class SampleWindow implements WindowConnection {
  readonly #didChange = new Emitter<void>();
  isConnected = true;

  readonly onDidChange = this.#didChange.event;

  setConnected(isConnected: boolean): void {
    this.isConnected = isConnected;
    this.#didChange.fire();
  }

  check(): Promise<boolean> {
    return Promise.resolve(this.isConnected);
  }
}
