/**
 * The one way into the network. In the extension host it is VS Code's own `fetch`, the only one that honours the user's
 * proxy and certificates; elsewhere `createUndiciFetch` makes one.
 */
export type FetchLike = (url: string, init: RequestInit) => Promise<FetchAnswer>;

/** A `FetchLike` that keeps connections of its own. */
export interface ClosableFetch {
  readonly fetch: FetchLike;
  /** Lets requests end, then closes the connections. */
  close(): Promise<void>;
  /** Closes the connections at once; requests on them fail. */
  destroy(): Promise<void>;
}

/** What is read of an answer. */
export type FetchAnswer = Pick<Response, 'ok' | 'status' | 'headers' | 'body'>;
