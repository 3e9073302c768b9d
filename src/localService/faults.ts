/** What a fault does to a request. */
export type FaultAction =
  /**
   * Sends this response, after reading the request's body unless `early`. `bodyBase64` is for binary bodies (for example gzip,
   * with its header); `repeat` streams the body that many times.
   */
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly bodyBase64?: string;
      readonly repeat?: number;
      readonly early?: true;
    }
  /** Waits in real time before processing the request and its body. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Never responds. Reads `afterBytes` of the body, by default all of it. */
  | { readonly kind: 'hang'; readonly afterBytes?: number }
  /** Resets the connection after reading `afterBytes` of the body, by default 0. */
  | { readonly kind: 'cut'; readonly afterBytes?: number }
  /** Processes the request, and resets the connection instead of responding. */
  | { readonly kind: 'loseResponse' }
  /** Processes the request, and responds after this time (real time). */
  | { readonly kind: 'delayResponse'; readonly ms: number }
  /** Processes the request, and closes the connection in the middle of the response. */
  | { readonly kind: 'halfBody' }
  /** Responds with 429 and the headers of the rate limit. */
  | { readonly kind: 'rateLimit'; readonly retryAfterS: number }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
  /** Applies a merge patch (RFC 7396) to the response, for example `{ meta: { apiVersion: '2.0' } }`. */
  | { readonly kind: 'merge'; readonly patch: unknown };

/** Which requests a fault applies to, how often, and what it does. */
export interface Fault {
  readonly method?: string;
  /** A prefix of the path below `/api/public/v1` (it starts with `/`), or the source of a regular expression on it. */
  readonly path?: string;
  /** The number of requests it applies to; by default all until it is removed. */
  readonly times?: number;
  /** The number of matching requests to skip first. */
  readonly skip?: number;
  readonly action: FaultAction;
}

interface ActiveFault extends Fault {
  readonly id: number;
  matchCount: number;
}

/** The active faults. The first one that matches a request is applied. */
export class Faults {
  #active: ActiveFault[] = [];
  #nextId = 1;

  get all(): readonly ActiveFault[] {
    return this.#active;
  }

  add(fault: Fault): number {
    if (fault.path?.startsWith('/') === false) {
      // Throws for an invalid pattern now instead of at the next request.
      new RegExp(fault.path);
    }
    const id = this.#nextId;
    this.#nextId += 1;
    this.#active.push({ ...fault, id, matchCount: 0 });
    return id;
  }

  remove(id: number): void {
    this.#active = this.#active.filter((fault) => fault.id !== id);
  }

  clear(): void {
    this.#active = [];
  }

  /** Returns the action for a request and counts the match. `path` is below `/api/public/v1`, without a query. */
  take(method: string, path: string): FaultAction | undefined {
    for (const fault of this.#active) {
      const { skip = 0, times = Infinity } = fault;
      if (matches(fault, method, path) && fault.matchCount < skip + times) {
        fault.matchCount += 1;
        if (fault.matchCount > skip) {
          return fault.action;
        }
      }
    }
    return undefined;
  }
}

function matches(fault: Fault, method: string, path: string): boolean {
  const isMethod = fault.method === undefined || fault.method.toUpperCase() === method;
  const isPath =
    fault.path === undefined ||
    (fault.path.startsWith('/') ? path.startsWith(fault.path) : new RegExp(fault.path).test(path));
  return isMethod && isPath;
}
