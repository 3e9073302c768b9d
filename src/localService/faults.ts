/** What a fault does to the requests it meets. */
export type FaultAction =
  /**
   * Answers so. The request's body is read first, unless `early`. `bodyBase64` is for bytes (gzip with its header), and
   * `repeat` sends the body that many times, as a stream.
   */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly bodyBase64?: string;
      readonly repeat?: number;
      readonly early?: true;
    }
  /** Waits this long (real time, not the service's) before it looks at the request's body and does what was asked. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Never answers, and reads no more of the body than `afterBytes` (all of it where that is not given). */
  | { readonly kind: 'hang'; readonly afterBytes?: number }
  /** Resets the connection once that much of the request's body was read (at once where that is not given). */
  | { readonly kind: 'cut'; readonly afterBytes?: number }
  /** Does what was asked, and resets the connection instead of answering. */
  | { readonly kind: 'loseAnswer' }
  /** Does what was asked, and answers after this time (real time). */
  | { readonly kind: 'delayAnswer'; readonly ms: number }
  /** Does what was asked, and breaks the connection off in the middle of the answer. */
  | { readonly kind: 'halfBody' }
  /** 429 as the service answers it. */
  | { readonly kind: 'rateLimit'; readonly retryAfterS: number }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
  /** The honest answer with this merged over it (RFC 7396), for example `{ meta: { apiVersion: '2.0' } }`. */
  | { readonly kind: 'merge'; readonly patch: unknown };

/** Which requests a fault meets, how often, and what it does. */
export interface Fault {
  readonly method?: string;
  /** A prefix of the path below `/api/public/v1` (it starts with `/`), or the source of a regular expression on it. */
  readonly path?: string;
  /** How many requests it meets; all until it is cleared where this is not given. */
  readonly times?: number;
  /** How many it lets pass before. */
  readonly skip?: number;
  readonly action: FaultAction;
}

interface PlacedFault extends Fault {
  readonly id: number;
  met: number;
}

/** The faults that are placed. The first that fits a request is the one that acts. */
export class Faults {
  #placed: PlacedFault[] = [];
  #nextId = 1;

  get all(): readonly PlacedFault[] {
    return this.#placed;
  }

  add(fault: Fault): number {
    if (fault.path?.startsWith('/') === false) {
      // A pattern that is none is refused here, not at the next request.
      new RegExp(fault.path);
    }
    const id = this.#nextId;
    this.#nextId += 1;
    this.#placed.push({ ...fault, id, met: 0 });
    return id;
  }

  remove(id: number): void {
    this.#placed = this.#placed.filter((fault) => fault.id !== id);
  }

  clear(): void {
    this.#placed = [];
  }

  /** The action for a request, which counts as met by it. `path` is below `/api/public/v1`, without a query. */
  take(method: string, path: string): FaultAction | undefined {
    for (const fault of this.#placed) {
      const { skip = 0, times = Infinity } = fault;
      if (fits(fault, method, path) && fault.met < skip + times) {
        fault.met += 1;
        if (fault.met > skip) {
          return fault.action;
        }
      }
    }
    return undefined;
  }
}

function fits(fault: Fault, method: string, path: string): boolean {
  const isMethod = fault.method === undefined || fault.method.toUpperCase() === method;
  const isPath =
    fault.path === undefined ||
    (fault.path.startsWith('/') ? path.startsWith(fault.path) : new RegExp(fault.path).test(path));
  return isMethod && isPath;
}
