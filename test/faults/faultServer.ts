import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { envelope } from '../unit/api/rawServer.ts';
import { bytesOf, rawResponse } from './rawResponse.ts';
import type { RawResponse } from './rawResponse.ts';

/** Method and path below `/api/public/v1`. */
export type RequestLine = keyof typeof DATA;

/** When a fault happens: once the headers, half of the body, or all of the request has been received. */
export type Moment = 'before the body' | 'in the body' | 'after the body';

/** The part of the body that has been received at that moment. */
const PART: Readonly<Record<Moment, number>> = { 'before the body': 0, 'in the body': 0.5, 'after the body': 1 };

/** A request at the moment of its fault. The server reads the rest of it, unless the socket is paused. */
export interface Exchange {
  readonly socket: Socket;
  /** The response that the service would send. */
  readonly healthy: RawResponse;
}

export const ENTITY_ID = 'entity-1';
export const SYNC_ID = 'job-1';
const STARTED_AT = '2026-01-02T03:04:05.678Z';

/** `data` of the healthy responses. */
const DATA = {
  'GET /me': { user: { email: 'a@example.com', fullName: 'A' }, workspace: { identifier: 'acme', name: 'Acme' } },
  'GET /connections': [
    {
      entityId: ENTITY_ID,
      entityName: 'General Ledger',
      isActive: true,
      lastSyncId: 'job-0',
      lastSyncStatus: 'completed',
    },
  ],
  [`GET /connections/sync/${SYNC_ID}/status`]: {
    syncId: SYNC_ID,
    status: 'running',
    message: '',
    startedAt: STARTED_AT,
    completedAt: null,
    steps: [{ name: 'Extract', status: 'running', message: '', count: 1, startedAt: STARTED_AT, completedAt: null }],
  },
  'POST /connections/sync': { syncId: SYNC_ID, entityId: ENTITY_ID, message: 'Started.' },
  'POST /dataloader/upload': { syncId: 'job-2', entityId: ENTITY_ID, message: 'Accepted.' },
} as const;

interface ArmedFault {
  readonly line: RequestLine;
  readonly moment: Moment;
  readonly act: (exchange: Exchange) => void;
}

interface IncomingRequest {
  readonly line: string;
  readonly headLength: number;
  readonly bodyLength: number;
  readonly fault: ArmedFault | undefined;
  receivedBytes: number;
  hasFailed: boolean;
}

/** A service of five fixed responses on plain sockets, for faults below HTTP. Keeps its connections open. */
export class FaultServer {
  readonly baseUrl: string;
  /** Every request whose headers were received. */
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #armed: ArmedFault | undefined;

  private constructor(server: Server, scheme: string) {
    this.#server = server;
    this.baseUrl = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(certificate?: { readonly cert: string; readonly key: string }): Promise<FaultServer> {
    const server = certificate ? createSecureServer(certificate) : createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const started = new FaultServer(server, certificate ? 'https' : 'http');
    server.on(certificate ? 'secureConnection' : 'connection', (socket: Socket) => started.#serve(socket));
    return started;
  }

  /** Has the next request of this kind fail. */
  arm(fault: ArmedFault): void {
    this.#armed = fault;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#sockets.forEach((socket) => socket.destroy());
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    let unread = Buffer.alloc(0);
    let request: IncomingRequest | undefined;
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    // The client has closed the connection, or a fault has.
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      // After an early response, the next request can arrive together with the end of this one.
      while (unread.length > 0 && (request ??= this.#begin(unread)) !== undefined) {
        const missing = request.headLength + request.bodyLength - request.receivedBytes;
        request.receivedBytes += Math.min(unread.length, missing);
        unread = unread.subarray(missing);
        if (this.#hasEnded(request, socket)) {
          request = undefined;
        }
      }
    });
  }

  /** Parses the headers, once they are complete. */
  #begin(received: Buffer): IncomingRequest | undefined {
    const end = received.indexOf('\r\n\r\n');
    if (end === -1) {
      return undefined;
    }
    const head = received.toString('latin1', 0, end);
    const [, method = '', path = ''] = /^(\S+) (\S+)/.exec(head) ?? [];
    const line = `${method} ${path.replace('/api/public/v1', '')}`;
    this.requests.push(line);
    const fault = this.#armed?.line === line ? this.#armed : undefined;
    if (fault) {
      this.#armed = undefined;
    }
    const bodyLength = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    return { line, fault, headLength: end + 4, bodyLength, receivedBytes: 0, hasFailed: false };
  }

  /** Responds to the request or has it fail, if it is time. */
  #hasEnded(request: IncomingRequest, socket: Socket): boolean {
    const { line, fault, headLength, bodyLength, receivedBytes } = request;
    const isComplete = receivedBytes >= headLength + bodyLength;
    if (fault === undefined && isComplete) {
      socket.write(bytesOf(healthyResponse(line)));
    }
    if (fault && !request.hasFailed && receivedBytes >= headLength + bodyLength * PART[fault.moment]) {
      request.hasFailed = true;
      fault.act({ socket, healthy: healthyResponse(line) });
    }
    return isComplete;
  }
}

function healthyResponse(line: string): RawResponse {
  const data = line in DATA ? DATA[line as RequestLine] : undefined;
  return data === undefined ? rawResponse(404, '') : rawResponse(200, JSON.stringify(envelope(data)));
}
