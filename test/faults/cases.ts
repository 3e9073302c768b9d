import type { FetchLike } from '../../src/api/fetchLike.ts';
import { createUndiciFetch } from '../../src/api/undiciFetch.ts';
import type { UploadFormat } from '../../src/model/upload.ts';
import { FAULTS } from './faults.ts';
import type { Fault } from './faults.ts';
import { SYNC_ID } from './faultServer.ts';
import type { Moment, RequestLine } from './faultServer.ts';

/** A request of the client. */
export interface Call {
  readonly name: string;
  readonly line: RequestLine;
  /** When a fault can happen to it. A GET has no body, and that of a sync is sent in one piece. */
  readonly moments: readonly Moment[];
  readonly format?: UploadFormat;
}

const UPLOAD = {
  line: 'POST /dataloader/upload',
  moments: ['before the body', 'in the body', 'after the body'],
} as const;

/** The five endpoints, that of uploads in both formats. */
export const CALLS: readonly Call[] = [
  { name: 'me', line: 'GET /me', moments: ['after the body'] },
  { name: 'connections', line: 'GET /connections', moments: ['after the body'] },
  { name: 'status', line: `GET /connections/sync/${SYNC_ID}/status`, moments: ['after the body'] },
  { name: 'sync', line: 'POST /connections/sync', moments: ['before the body', 'after the body'] },
  { name: 'multipart', format: 'multipart', ...UPLOAD },
  { name: 'json', format: 'json', ...UPLOAD },
];

/** The two that the extension uses: that of the extension host, here Node’s, and its own. */
const FETCHES: readonly { readonly name: string; readonly isOwn: boolean; readonly fetch: FetchLike }[] = [
  { name: 'fetch of Node', isOwn: false, fetch: (url, init) => globalThis.fetch(url, init) },
  { name: 'fetch of the extension', isOwn: true, fetch: createUndiciFetch().fetch },
];

/** A call, and how and when it fails. */
export interface FaultCase {
  readonly title: string;
  readonly fault: Fault;
  readonly call: Call;
  readonly moment: Moment;
  readonly fetch: FetchLike;
}

export const CASES: readonly FaultCase[] = FAULTS.flatMap((fault) =>
  CALLS.filter(({ line }) => fault.only === undefined || fault.only === line).flatMap((call) => {
    // What happens before a request gets to the server does not depend on how much was received.
    const moments = typeof fault.how === 'function' ? call.moments : call.moments.slice(0, 1);
    const fetches = FETCHES.filter(({ isOwn }) => isOwn || fault.needsTrust !== true);
    return moments.flatMap((moment) =>
      fetches.map(({ name, fetch }) => ({
        title: `${fault.name}: ${call.name}, ${moment}, ${name}`,
        fault,
        call,
        moment,
        fetch,
      })),
    );
  }),
);
