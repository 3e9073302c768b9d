import { randomBytes } from 'node:crypto';

/** Who may ask, what the service calls itself, and which of its unpromised habits it has. All set by the control port. */
export interface Settings {
  apiKey: string;
  accessToken: string;
  email: string;
  fullName: string;
  workspaceIdentifier: string;
  workspaceName: string;
  apiVersion: string;
  /** Where not, an upload is refused with 200 and a message (contract, Errors 3). */
  canResolveWorkspace: boolean;
  /** `requestId`, `correlationId` and `timestamp` in problem details. */
  hasProblemExtensions: boolean;
  /** `X-RateLimit-*` on every answer. */
  hasRateLimitHeaders: boolean;
  /** Whether requests beyond the limit wait and are then refused with 429. */
  isRateLimited: boolean;
  /** Requests per key in 60 s, before they wait. */
  rateLimit: number;
  /** How many may wait, before they are refused. */
  rateLimitQueue: number;
  /** What stands for the syncId of an upload that was refused with 200. */
  refusedSyncId: 'absent' | 'null' | 'empty';
}

/** A new set of secrets for this process, and the habits the service starts with. */
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
    refusedSyncId: 'absent',
  };
}
