/** Problem details from the service (RFC 9457; contract, Errors). */
export interface ProblemDetails {
  readonly type: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly correlationId: string | undefined;
  /** Validation messages by field name. */
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>;
}

/** What the list of connections, read after a refusal, shows about the connection of the request. */
export type RefusedConnection = 'unlisted' | 'inactive';

/** Why a request failed. `ui/format/failureText` has the text for each; the switch there is exhaustive. */
export type Failure =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'unauthorized'; readonly problem: ProblemDetails | undefined }
  /** The service refused: a 4xx, or a 200 without a usable syncId. */
  | {
      readonly kind: 'rejected';
      readonly reason: 'byService';
      readonly status: number;
      readonly message: string;
      readonly problem: ProblemDetails | undefined;
      readonly connection?: RefusedConnection;
    }
  /** No request was sent. */
  | { readonly kind: 'rejected'; readonly reason: 'digitsOnlyEntityId' | 'unusableId' }
  | {
      readonly kind: 'notFound';
      readonly problem: ProblemDetails | undefined;
      readonly connection?: RefusedConnection;
    }
  | { readonly kind: 'rateLimited'; readonly retryAfterMs: number | undefined }
  | {
      readonly kind: 'unavailable';
      readonly status: number;
      readonly retryAfterMs: number | undefined;
      readonly problem: ProblemDetails | undefined;
    }
  | {
      readonly kind: 'unreachable';
      readonly reason:
        | 'nameNotFound'
        | 'refused'
        | 'connectTimeout'
        | 'interrupted'
        | 'certificate'
        | 'proxySignIn'
        | 'proxy'
        | 'other';
      readonly detail: string;
    }
  | { readonly kind: 'timedOut'; readonly afterMs: number }
  | { readonly kind: 'tooLarge'; readonly limitBytes: number }
  | { readonly kind: 'redirected' }
  | {
      readonly kind: 'unexpectedResponse';
      readonly status: number;
      readonly detail: 'notJson' | 'noEnvelope' | 'missingFields';
    };

/** Whether the service does not accept the account's secret. Until it does, no job is polled. */
export function isSecretRefused(failure: Failure | undefined): boolean {
  return failure?.kind === 'unauthorized';
}

/** Whether the reason is the account's secret, which was refused or could not be read. A sign-in replaces it. */
export function needsSignIn(failure: Failure | undefined): boolean {
  return isSecretRefused(failure) || failure?.kind === 'signedOut';
}

/** Whether every other request of the account would fail in the same way, so that none should be sent now. */
export function affectsWholeAccount(failure: Failure): boolean {
  return needsSignIn(failure) || isTemporary(failure) || failure.kind === 'redirected';
}

/** Whether the service is not reachable, so that other requests would fail, too. */
export function isOutage(failure: Failure | undefined): boolean {
  return failure?.kind === 'unreachable' || failure?.kind === 'timedOut' || failure?.kind === 'unavailable';
}

/** Whether the same request may succeed later. */
export function isTemporary(failure: Failure): boolean {
  return isOutage(failure) || failure.kind === 'rateLimited';
}
