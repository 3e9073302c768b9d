import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { Duplex, Readable, Writable } from 'node:stream';

const HOST = '127.0.0.1';
/** The path from which a window requests its key. A bare server refuses all POST requests, and secrets are then lost with their window. */
const KEY_PATH = '/mint-key';
const KEY_BYTES = 32;

/**
 * A proxy for a VS Code server that provides the key with which windows encrypt the secrets that they keep in the browser,
 * so that a reloaded window still has them. The server leaves this to its host. All other requests are passed on.
 */
export class SecretKeyProxy {
  readonly port: number;
  readonly #server: Server;
  /** Web sockets, which a closing server waits for but doesn't close. */
  readonly #tunnels: ReadonlySet<Duplex>;

  private constructor(server: Server, tunnels: ReadonlySet<Duplex>) {
    this.#server = server;
    this.#tunnels = tunnels;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Listens on a free local port, for a server that listens on `targetPort`. */
  static async start(targetPort: number): Promise<SecretKeyProxy> {
    const key = randomBytes(KEY_BYTES);
    const tunnels = new Set<Duplex>();
    const server = createServer((incoming, outgoing) => {
      if (incoming.method === 'POST' && incoming.url === KEY_PATH) {
        incoming.resume();
        outgoing.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }).end(key);
      } else {
        forward(incoming, outgoing, targetPort);
      }
    });
    server.on('upgrade', (incoming, socket, head) => {
      tunnels.add(socket);
      socket.once('close', () => tunnels.delete(socket));
      tunnel(incoming, socket, head, targetPort);
    });
    server.listen(0, HOST);
    await once(server, 'listening');
    return new SecretKeyProxy(server, tunnels);
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    for (const socket of this.#tunnels) {
      socket.destroy();
    }
    await closed;
  }
}

/**
 * A new connection to the server for each request, because the server may close one that is kept alive just as the next
 * request is sent. The connection of the window is independent of it.
 */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, targetPort: number): void {
  const { method, url, headers } = incoming;
  const options = { host: HOST, port: targetPort, agent: false, method, path: url };
  const asked = request({ ...options, headers: { ...headers, connection: 'close' } }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, withoutConnection(response.rawHeaders));
    pass(response, outgoing);
  });
  asked.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  pass(incoming, asked);
}

/** Header names and values, alternating. */
function withoutConnection(rawHeaders: readonly string[]): string[] {
  const isOfConnection = (name: string): boolean => /^(connection|keep-alive)$/i.test(name);
  return rawHeaders.filter((_text, index) => !isOfConnection(rawHeaders[index - (index % 2)] ?? ''));
}

/** A web socket: forwards the request, then bytes in both directions until one side closes. */
function tunnel({ method, url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer, targetPort: number): void {
  const target = connect(targetPort, HOST);
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  );
  target.write(`${[`${method ?? 'GET'} ${url ?? '/'} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`);
  target.write(head);
  pass(socket, target);
  pass(target, socket);
}

/** If one side closes, the other is closed too, even if the first was already closed; errors are ignored. */
function pass(from: Readable, to: Writable): void {
  if (from.destroyed || to.destroyed) {
    from.destroy();
    to.destroy();
  } else {
    pipeline(from, to, () => undefined);
  }
}
