import type { FetchLike } from '../../../../src/api/fetchLike.ts';
import type { UploadOutcome } from '../../../../src/app/upload/uploadRequest.ts';
import type { Disposable } from '../../../../src/base/disposable.ts';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import type { Account } from '../../../../src/model/account.ts';
import type { LocalService } from '../../../service/localService.ts';
import { UploadWindow } from './uploadWindow.ts';

/** A window with a ledger and connections of its own, which can end as it does when its extension host is killed. */
export class KillableWindow implements Disposable {
  readonly account: Account;
  readonly parts: UploadWindow;
  readonly #ledger: Ledger;
  readonly #life = new AbortController();
  readonly #ended: Promise<undefined>;
  /** Called before an upload request is handed to the network. */
  onRequest: () => Promise<void> = () => Promise.resolve();

  constructor(service: LocalService, account: Account, ledger: Ledger) {
    this.account = account;
    this.#ledger = ledger;
    const { signal } = this.#life;
    this.#ended = new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    const { baseUrl, apiKey } = service;
    this.parts = new UploadWindow({ baseUrl, apiKey, client: { fetch: this.#fetch } }, account, ledger);
  }

  get isKilled(): boolean {
    return this.#life.signal.aborted;
  }

  /** Resolves to undefined if the window is killed meanwhile. */
  upload(...upload: Parameters<UploadWindow['upload']>): Promise<UploadOutcome | undefined> {
    return Promise.race([this.parts.upload(...upload), this.#ended]);
  }

  /**
   * The ledger is closed first: whatever the code of the window still does, nothing of it is written. Its connections are closed, and
   * no request of it ends or is sent any more.
   */
  kill(): void {
    this.#ledger.dispose();
    this.#life.abort();
    this.parts.dispose();
  }

  dispose(): void {
    this.parts.dispose();
  }

  readonly #fetch: FetchLike = async (url, init) => {
    if (init.method === 'POST') {
      await this.onRequest();
    }
    if (this.isKilled) {
      return never();
    }
    const signals = [this.#life.signal, ...(init.signal ? [init.signal] : [])];
    try {
      return await fetch(url, { ...init, signal: AbortSignal.any(signals) });
    } catch (error) {
      if (this.#life.signal.aborted) {
        return never();
      }
      throw error;
    }
  };
}

/** What the code of a window waits for once it is killed. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
