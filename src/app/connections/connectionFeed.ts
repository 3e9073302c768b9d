import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Connection } from '../../model/connection.ts';
import type { Failure } from '../../model/failure.ts';
import { FeedTiming } from './feedTiming.ts';

/** What came of asking for the connections. */
export type ConnectionsAnswer =
  | {
      readonly kind: 'connections';
      readonly connections: readonly Connection[];
      readonly droppedRows: number;
      readonly omittedRows: number;
    }
  | { readonly kind: 'failure'; readonly failure: Failure };

/** What a refresh came to. `cancelled`: the account changed meanwhile, so the answer is nobody's business. */
export type RefreshResult = ConnectionsAnswer | { readonly kind: 'cancelled' };

/** The latest answer and, where the last question failed, why there is no newer one. */
export interface LoadedConnections {
  readonly kind: 'loaded';
  readonly connections: readonly Connection[];
  /** How many rows of the answer could not be read. */
  readonly droppedRows: number;
  /** How many rows beyond those were too many to be read. */
  readonly omittedRows: number;
  readonly answeredAt: EpochMs;
  /** When that answer was asked for: it may be from before whatever was learned since then. */
  readonly askedAt: EpochMs;
  readonly failure?: Failure | undefined;
}

export type ConnectionFeedState =
  { readonly kind: 'loading' } | LoadedConnections | { readonly kind: 'failed'; readonly failure: Failure };

export interface ConnectionFeedOptions {
  /** Asks the service once. Rejects where the signal was aborted, and only there. */
  readonly list: (signal: AbortSignal) => Promise<ConnectionsAnswer>;
  /** How long an answer is fresh. 0 or less: nothing but the first answer is asked for unbidden. */
  readonly intervalMs: () => number;
  /** For how much longer the service wants to be left alone, whatever it was asked when it said so. */
  readonly pauseLeftMs?: () => number;
  /** The feed begins anew whenever this fires. */
  readonly onDidChangeAccount?: Event<unknown>;
}

/**
 * The connections of one account, kept fresh while somebody looks. One question at a time; a failure keeps the last
 * answer and is retried, ever more slowly up to a minute, and never before the service's Retry-After.
 */
export class ConnectionFeed implements Disposable {
  readonly #options: ConnectionFeedOptions;
  readonly #changes = new Emitter<ConnectionFeedState>();

  /** Fires after every change of `state`. */
  readonly onDidChange: Event<ConnectionFeedState> = this.#changes.event;

  #state: ConnectionFeedState = { kind: 'loading' };
  #isVisible = false;
  /** Aborted, and replaced, when what was asked so far no longer counts. */
  #lifetime = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #question: Promise<RefreshResult> | undefined;
  #nextQuestion: Promise<RefreshResult> | undefined;
  #isNextByHand = false;
  #timing = new FeedTiming();
  readonly #subscription: Disposable | undefined;

  constructor(options: ConnectionFeedOptions) {
    this.#options = options;
    this.#subscription = options.onDidChangeAccount?.(() => this.reset());
  }

  get state(): ConnectionFeedState {
    return this.#state;
  }

  /** While visible, the feed asks by itself: at once when its answer is older than the interval, then once an interval. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#schedule();
  }

  /** To be called when what `intervalMs` returns has changed. */
  reschedule(): void {
    this.#schedule();
  }

  /**
   * Asks now; rejects only on a defect in `list`. Called while a question is in flight, it asks once more after that one, whose answer may be
   * older than the reason for this call; all who call meanwhile share that second answer. While a rate limit lasts
   * only a refresh by hand is sent; of any other the failure says for how much longer.
   */
  refresh({ isByHand = false } = {}): Promise<RefreshResult> {
    if (this.#question === undefined) {
      return this.#ask(isByHand);
    }
    this.#isNextByHand ||= isByHand;
    this.#nextQuestion ??= this.#askAfter(this.#question, this.#lifetime.signal);
    return this.#nextQuestion;
  }

  /** Forgets everything and begins anew, for another account. */
  reset(): void {
    this.#forget();
    this.#lifetime = new AbortController();
    this.#setState({ kind: 'loading' });
    this.#schedule();
  }

  dispose(): void {
    this.#subscription?.dispose();
    this.#forget();
    this.#changes.dispose();
  }

  #forget(): void {
    this.#lifetime.abort();
    clearTimeout(this.#timer);
    this.#question = undefined;
    this.#nextQuestion = undefined;
    this.#isNextByHand = false;
    this.#timing = new FeedTiming();
  }

  #ask(isByHand = false): Promise<RefreshResult> {
    const { signal } = this.#lifetime;
    if (signal.aborted) {
      return Promise.resolve({ kind: 'cancelled' });
    }
    const limited = isByHand ? undefined : this.#rateLimit();
    if (limited) {
      return Promise.resolve({ kind: 'failure', failure: limited });
    }
    clearTimeout(this.#timer);
    this.#question = this.#askOnce(signal);
    return this.#question;
  }

  /** The rate limit that keeps the feed from asking now, and for how much longer. */
  #rateLimit(): Failure | undefined {
    const waitMs = this.#timing.patienceLeftMs();
    if (waitMs > 0 && failureOf(this.#state)?.kind === 'rateLimited') {
      return { kind: 'rateLimited', retryAfterMs: waitMs };
    }
    const pauseMs = this.#options.pauseLeftMs?.() ?? 0;
    if (pauseMs > 0) {
      this.#scheduleIn(pauseMs);
      return { kind: 'rateLimited', retryAfterMs: pauseMs };
    }
    return undefined;
  }

  async #askAfter(question: Promise<unknown>, signal: AbortSignal): Promise<RefreshResult> {
    // Where that one rejects, on a defect, its own callers are told; this one is sent all the same.
    await question.catch(() => undefined);
    if (signal.aborted) {
      return { kind: 'cancelled' };
    }
    const isByHand = this.#isNextByHand;
    this.#nextQuestion = undefined;
    this.#isNextByHand = false;
    return this.#question ?? this.#ask(isByHand);
  }

  async #askOnce(signal: AbortSignal): Promise<RefreshResult> {
    const askedAt = Date.now();
    let answer: ConnectionsAnswer | undefined;
    try {
      answer = await this.#options.list(signal);
    } catch (error) {
      if (!signal.aborted) {
        // A defect. It shows where uncaught errors do, and the next question goes out all the same.
        this.#settle(this.#state, failureOf(this.#state));
        throw error;
      }
    }
    if (signal.aborted || answer === undefined) {
      return { kind: 'cancelled' };
    }
    this.#settle(this.#stateAfter(answer, askedAt), answer.kind === 'failure' ? answer.failure : undefined);
    return answer;
  }

  #settle(state: ConnectionFeedState, failure: Failure | undefined): void {
    this.#question = undefined;
    this.#timing.noteSettled(failure);
    this.#setState(state);
    this.#schedule();
  }

  #stateAfter(answer: ConnectionsAnswer, askedAt: EpochMs): ConnectionFeedState {
    const now = Date.now();
    if (answer.kind === 'connections') {
      return { ...answer, kind: 'loaded', askedAt, answeredAt: now };
    }
    const { failure } = answer;
    return this.#state.kind === 'loaded' ? { ...this.#state, failure } : { kind: 'failed', failure };
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    // Signing in begins anew; until then every question would have the same answer.
    const isPointless = this.#lifetime.signal.aborted || failureOf(this.#state)?.kind === 'signedOut';
    if (!this.#isVisible || this.#question !== undefined || isPointless) {
      return;
    }
    const waitMs = this.#timing.waitMs(this.#options.intervalMs());
    if (waitMs !== undefined && waitMs <= 0) {
      void this.#ask();
    } else if (waitMs !== undefined) {
      this.#scheduleIn(waitMs);
    }
  }

  #scheduleIn(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = this.#isVisible ? setTimeout(() => void this.#ask(), waitMs) : undefined;
  }

  #setState(state: ConnectionFeedState): void {
    this.#state = state;
    this.#changes.fire(state);
  }
}

/** Why a refresh brought nothing; undefined where it did, or where nobody is interested any more. */
export function failureIn(result: RefreshResult): Failure | undefined {
  return result.kind === 'failure' ? result.failure : undefined;
}

function failureOf(state: ConnectionFeedState): Failure | undefined {
  return state.kind === 'loading' ? undefined : state.failure;
}
