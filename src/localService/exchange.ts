import type { FaultAction } from './faults.ts';
import type { LoggedRequest } from './requestLog.ts';

/** What is known of a request on its way through the service. */
export interface Exchange {
  readonly logged: LoggedRequest;
  /** The fault that met it. */
  fault: FaultAction | undefined;
  /** What of it is held against the contract; `request` where the answer is as scripted. */
  held: 'all' | 'request' | 'nothing';
  /** JSON text, or the parts of a multipart body by name. */
  body: string | Record<string, unknown> | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange;
  }
}
