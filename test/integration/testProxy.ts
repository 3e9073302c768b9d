import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createSecureServer, TLSSocket } from 'node:tls';
import type { Certificate } from '../faults/certificate.ts';

/** The only host that the proxy connects to. Its name doesn't resolve, so only the proxy leads to it. */
export const HOST = 'service.test';
const USER = 'ada';

/** What a proxy does in place of connecting to the service. */
export interface ProxyFault {
  /** Called when the proxy has read CONNECT. */
  readonly onConnect?: (client: Socket) => void;
  /** Responds to the requests to the service itself, with this certificate. */
  readonly inspects?: { readonly certificate: keyof Certificates; readonly response: string };
  /** Cuts the connection once: when the service has received this part of an upload, or has a response. */
  readonly cuts?: 'in the body' | 'before the response';
}

interface Certificates {
  /** Of the service, issued by an authority that the system trusts. */
  readonly trusted: Certificate;
  readonly untrusted: Certificate;
  /** Of another host, issued by that authority. */
  readonly otherHost: Certificate;
}

interface TestProxyOptions {
  readonly servicePort: number;
  readonly certificates: Certificates;
}

/** More than what comes before an upload, and less than one. */
const CUT_BYTES = 500_000;

/** A proxy that requires a user name and a password, and the service at `https://service.test` behind it. */
export class TestProxy {
  readonly #options: TestProxyOptions;
  readonly #proxy: Server;
  readonly #front: Server;
  readonly #clients = new Set<Socket>();
  readonly #others = new Set<Socket>();
  /** What the proxy read: CONNECT with its headers, and what was sent through the tunnels. */
  #wire: Buffer[] = [];
  /** What the service decrypted, or the proxy in its place. */
  #plain: Buffer[] = [];
  #fault: ProxyFault = {};
  #hasCut = false;

  private constructor(options: TestProxyOptions, proxy: Server, front: Server) {
    this.#options = options;
    this.#proxy = proxy;
    this.#front = front;
    proxy.on('connection', (client: Socket) => this.#accept(client));
    front.on('secureConnection', (tunnel: Socket) => this.#serve(tunnel));
  }

  static async start(options: TestProxyOptions): Promise<TestProxy> {
    const servers = [createServer(), createSecureServer(options.certificates.trusted)] as const;
    for (const server of servers) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    return new TestProxy(options, ...servers);
  }

  /** With characters that are encoded in a URL. */
  readonly password = 's p@ss:word';

  /** For `http.proxy`. */
  address(password = this.password): string {
    return `http://${USER}:${encodeURIComponent(password)}@127.0.0.1:${portOf(this.#proxy)}`;
  }

  /** Has a fault from now on, also for clients that are connected. Forgets what was read. */
  async use(fault: ProxyFault): Promise<void> {
    // A client that closes its side as well has noticed, and doesn't send its next request here. Not `once`, which rejects at an error: a
    // request may arrive when it is too late for a response.
    const closed = [...this.#clients].map((client) => new Promise((resolve) => client.on('close', resolve)));
    this.#others.forEach((socket) => socket.destroy());
    this.#clients.forEach((client) => client.end());
    await Promise.all(closed);
    this.#fault = fault;
    this.#hasCut = false;
    this.#wire = [];
    this.#plain = [];
  }

  /** The hosts to which a tunnel was requested. */
  get targets(): readonly string[] {
    return [...textOf(this.#wire).matchAll(/^CONNECT (\S+) HTTP/gm)].map(([, target = '']) => target);
  }

  /** How many requests the service, or the proxy in its place, began to read. */
  received(requestLine: string): number {
    return textOf(this.#plain).split(`${requestLine} HTTP/1.1\r\n`).length - 1;
  }

  /** Which of the texts the proxy could read. */
  read(texts: readonly string[]): readonly string[] {
    return contained(texts, this.#wire);
  }

  /** Which of the texts were sent to the service. */
  forwarded(texts: readonly string[]): readonly string[] {
    return contained(texts, this.#plain);
  }

  async stop(): Promise<void> {
    for (const server of [this.#proxy, this.#front]) {
      server.close();
      [...this.#clients, ...this.#others].forEach((socket) => socket.destroy());
      await once(server, 'close');
    }
  }

  #accept(client: Socket): void {
    own(client, this.#clients);
    let head = '';
    const readHead = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      if (head.endsWith('\r\n\r\n')) {
        client.removeListener('data', readHead);
        this.#connect(client, head);
      }
    };
    client.on('data', (chunk: Buffer) => this.#wire.push(chunk));
    client.on('data', readHead);
  }

  #connect(client: Socket, head: string): void {
    const { onConnect, inspects } = this.#fault;
    const authorization = `Basic ${Buffer.from(`${USER}:${this.password}`).toString('base64')}`;
    if (onConnect) {
      onConnect(client);
    } else if (/^proxy-authorization: *(.*)\r$/im.exec(head)?.[1] !== authorization) {
      client.end('HTTP/1.1 407 Refused\r\nproxy-authenticate: Basic realm="Test"\r\ncontent-length: 0\r\n\r\n');
    } else if (!head.startsWith(`CONNECT ${HOST}:443 `)) {
      client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    } else {
      client.write('HTTP/1.1 200 Connected\r\n\r\n');
      if (inspects) {
        this.#inspect(client, inspects);
      } else {
        this.#pass(client, connect(portOf(this.#front), '127.0.0.1'));
      }
    }
  }

  #inspect(client: Socket, { certificate, response }: NonNullable<ProxyFault['inspects']>): void {
    const tunnel = new TLSSocket(client, { isServer: true, ...this.#options.certificates[certificate] });
    own(tunnel, this.#others);
    tunnel.on('data', (chunk: Buffer) => {
      this.#plain.push(chunk);
      // Of a request whose body follows, the first part is enough.
      if (/^(GET|POST) /.test(chunk.toString('latin1', 0, 5))) {
        tunnel.write(response);
      }
    });
  }

  /** Passes what was decrypted to the service. */
  #serve(tunnel: Socket): void {
    own(tunnel, this.#others);
    const upstream = connect(this.#options.servicePort, '127.0.0.1');
    let receivedBytes = 0;
    tunnel.on('data', (chunk: Buffer) => {
      this.#plain.push(chunk);
      receivedBytes += chunk.length;
      if (this.#fault.cuts === 'in the body' && receivedBytes > CUT_BYTES) {
        this.#cut(upstream);
      }
    });
    upstream.on('data', () => {
      if (this.#fault.cuts === 'before the response') {
        this.#cut(upstream);
      }
    });
    this.#pass(tunnel, upstream);
  }

  #cut(upstream: Socket): void {
    if (!this.#hasCut) {
      this.#hasCut = true;
      upstream.unpipe().destroy();
      this.#clients.forEach((client) => client.resetAndDestroy());
    }
  }

  #pass(client: Socket, upstream: Socket): void {
    own(upstream, this.#others);
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    // Without a pipe it is paused, and doesn't close before it has read what is still sent.
    upstream.on('close', () => client.end().resume());
  }
}

function own(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  // The other side has closed the connection.
  socket.on('error', () => socket.destroy());
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('latin1');
}

function contained(texts: readonly string[], chunks: readonly Buffer[]): readonly string[] {
  const all = textOf(chunks).toLowerCase();
  return texts.filter((text) => all.includes(text.toLowerCase()));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
