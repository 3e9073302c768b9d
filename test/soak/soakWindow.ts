import { ServiceClient } from '../../src/api/serviceClient.ts';
import { createSessionFeed } from '../../src/app/connections/sessionFeed.ts';
import type { Session, SessionState } from '../../src/app/session/session.ts';
import { JobTracker } from '../../src/app/tracking/jobTracker.ts';
import { DisposableStore } from '../../src/base/disposable.ts';
import type { Disposable } from '../../src/base/disposable.ts';
import { Emitter } from '../../src/base/event.ts';
import type { Logger } from '../../src/base/logger.ts';
import { openLedger } from '../../src/jobs/store/ledger.ts';
import type { Ledger } from '../../src/jobs/store/ledger.ts';
import type { Account } from '../../src/model/account.ts';
import { isRunning } from '../../src/model/job.ts';
import type { LocalService } from '../service/localService.ts';
import { SampleWindow } from '../unit/app/tracking/sampleWindow.ts';

const REFRESH_MS = 60_000;
const TIMEOUT_MS = 30_000;

interface SoakWindowOptions {
  readonly id: string;
  readonly account: Account;
  readonly service: LocalService;
  /** Of the ledger that all windows share. */
  readonly folder: string;
  readonly fetch: typeof globalThis.fetch;
  readonly log: Logger;
}

/** What a window consists of, composed as in the extension, except what shows it. */
export class SoakWindow implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #account: Account;
  readonly #client: ServiceClient;
  readonly ledger: Ledger;
  readonly tracker: JobTracker;
  /** What the views have shown so far. */
  shown = 0;
  announced = 0;

  constructor({ id, account, service, folder, fetch, log }: SoakWindowOptions) {
    const { origin } = new URL(service.baseUrl);
    const credential = { method: 'apiKey', apiKey: service.apiKey, origin } as const;
    const client = new ServiceClient({
      baseUrl: service.baseUrl,
      credential: () => Promise.resolve(credential),
      timeoutMs: () => TIMEOUT_MS,
      fetch,
      log,
    });
    this.#client = client;
    const session: Session = {
      state: { kind: 'signedIn', account, client, isStored: true },
      onDidChange: this.#owned.add(new Emitter<SessionState>()).event,
      isDemo: false,
      warnings: [],
      onDidChangeWarnings: this.#owned.add(new Emitter<void>()).event,
      clientForStarting: () => Promise.resolve({ account, client }),
      recordFailure: () => undefined,
    };
    this.ledger = this.#owned.add(openLedger({ folder, log }));
    const { jobs: store, uploads } = this.ledger;
    this.#account = account;
    this.ledger.handleSignIn(account.id);
    const feed = this.#owned.add(createSessionFeed({ session, store, intervalMs: () => REFRESH_MS }));
    const ofTracker = {
      session,
      store,
      uploads,
      feed,
      log,
      windowConnection: new SampleWindow(),
      windowId: id,
      hasAccount: () => true,
      isFocused: () => true,
    };
    this.tracker = this.#owned.add(new JobTracker(ofTracker));
    this.#owned.add(this.tracker.onDidChange(() => (this.shown += this.tracker.jobs.sorted.filter(isRunning).length)));
    this.#owned.add(this.tracker.onDidClaimOutcome(({ length }) => (this.announced += length)));
    this.#owned.add(feed.onDidChange(() => (this.shown += feed.state.kind === 'loaded' ? 1 : 0)));
    feed.setVisible(true);
    void feed.refresh();
  }

  /** Starts a sync. Undefined if that failed: it is found in the list of connections if it was started. */
  async start(entityId: string): Promise<string | undefined> {
    try {
      const started = await this.#client.startSync(entityId);
      const { id: accountId } = this.#account;
      return this.tracker.track(started, { kind: 'sync', entityName: entityId, accountId }).syncId;
    } catch {
      return undefined;
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
