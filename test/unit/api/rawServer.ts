import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceClient } from '../../../src/api/serviceClient.ts';
import type { ServiceClientOptions } from '../../../src/api/serviceClient.ts';
import type { Logger } from '../../../src/base/logger.ts';

/** A minimal server for invalid responses. */
export interface RawServer {
  readonly baseUrl: string;
  /** Method and path of each received request. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

export async function startRawServer(respond: RequestListener): Promise<RawServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Responds with unchanged JSON text. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** An envelope with `data` and a complete `meta`. */
export function envelope(data: unknown, meta: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    data,
    meta: {
      apiVersion: '1.0',
      requestId: 'request-1',
      correlationId: 'correlation-1',
      workspaceIdentifier: 'acme',
      timestamp: '2026-01-02T03:04:05.678Z',
      ...meta,
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

export interface LogLine {
  readonly level: keyof Logger;
  readonly message: string;
}

/** A logger that stores its lines. */
export function recordingLog(): { readonly log: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const write = (level: keyof Logger) => (message: string) => void lines.push({ level, message });
  return { log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }, lines };
}

/** A client with a valid credential for `baseUrl`; `options` override the defaults. */
export function clientOf(baseUrl: string, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  return new ServiceClient({
    baseUrl,
    credential: () => Promise.resolve({ method: 'apiKey', origin: new URL(baseUrl).origin, apiKey: 'secret-key' }),
    fetch: (url, init) => globalThis.fetch(url, init),
    log: recordingLog().log,
    timeoutMs: () => 5000,
    ...options,
  });
}
