import { randomBytes } from 'node:crypto';

/** Credentials, identity, and behavior that the contract doesn't define. The control port can change all of them. */
export interface Settings {
  apiKey: string;
  accessToken: string;
  email: string;
  fullName: string;
  workspaceIdentifier: string;
  workspaceName: string;
  apiVersion: string;
  /** If false, uploads are rejected with 200 and a message (contract, Errors 3). */
  canResolveWorkspace: boolean;
  /** `requestId`, `correlationId` and `timestamp` in problem details. */
  hasProblemExtensions: boolean;
  /** `X-RateLimit-*` on every response. */
  hasRateLimitHeaders: boolean;
  /** Whether requests over the limit are queued and rejected with 429. */
  isRateLimited: boolean;
  /** Requests per 60 s before they are queued. */
  rateLimit: number;
  /** The length of the queue. */
  rateLimitQueue: number;
  /** The `syncId` of an upload that is rejected with 200. */
  rejectedSyncId: 'absent' | 'null' | 'empty';
}

/** The initial settings, with new secrets for this process. */
export function createSettings(): Settings {
  return {
    apiKey: randomBytes(24).toString('hex'),
    accessToken: [
      'eyJhbGciOiJub25lIn0',
      randomBytes(30).toString('base64url'),
      randomBytes(32).toString('base64url'),
    ].join('.'),
    email: 'mara.lindqvist@brookfield-mills.example',
    fullName: 'Mara Lindqvist',
    workspaceIdentifier: 'brookfield-mills',
    workspaceName: 'Brookfield Mills Group',
    apiVersion: '1.0',
    canResolveWorkspace: true,
    hasProblemExtensions: true,
    hasRateLimitHeaders: false,
    isRateLimited: false,
    rateLimit: 1000,
    rateLimitQueue: 50,
    rejectedSyncId: 'absent',
  };
}
