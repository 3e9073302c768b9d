/** What the service's problem details told us (RFC 9457; contract, Errors), where it sent any. */
export interface Problem {
  readonly type: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly correlationId: string | undefined;
  /** Field name to messages, on validation errors. */
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>;
}

/** Why a request brought nothing usable. `ui/errors` turns each into words; the switch there is exhaustive. */
export type Failure =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'unauthorized'; readonly problem: Problem | undefined }
  /** The service said no (a 4xx, or a 200 without a usable syncId), or `reason` says why it was not asked at all. */
  | {
      readonly kind: 'rejected';
      readonly reason: 'byService' | 'digitsOnlyEntityId' | 'unusableId';
      readonly status: number | undefined;
      readonly message: string;
      readonly problem: Problem | undefined;
    }
  | { readonly kind: 'notFound'; readonly problem: Problem | undefined }
  | { readonly kind: 'rateLimited'; readonly retryAfterMs: number | undefined }
  | {
      readonly kind: 'unavailable';
      readonly status: number;
      readonly retryAfterMs: number | undefined;
      readonly problem: Problem | undefined;
    }
  | {
      readonly kind: 'unreachable';
      readonly reason: 'nameNotFound' | 'refused' | 'interrupted' | 'certificate' | 'other';
      readonly detail: string;
    }
  | { readonly kind: 'timedOut'; readonly afterMs: number }
  | { readonly kind: 'tooLarge'; readonly limitBytes: number }
  | { readonly kind: 'redirected' }
  | {
      readonly kind: 'unexpectedAnswer';
      readonly status: number;
      readonly detail: 'notJson' | 'noEnvelope' | 'missingFields';
    };

/** Whether the service could not be reached, or only something in front of it, so that nothing else will be answered. */
export function isOutage(failure: Failure | undefined): boolean {
  return failure?.kind === 'unreachable' || failure?.kind === 'timedOut' || failure?.kind === 'unavailable';
}
