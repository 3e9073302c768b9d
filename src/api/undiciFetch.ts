import type { RequestInit as UndiciRequestInit } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { fetch } from 'undici/lib/web/fetch/index.js';
import type { ClosableFetch } from './fetchLike.ts';

// As undici's index.js does it; the tunnel through a proxy needs this one.
Object.assign(Dispatcher.prototype, { connect });

export interface UndiciFetchOptions {
  /** URL of an HTTP proxy that every request is tunnelled through, with user and password where it wants some. */
  readonly proxy?: string;
  /** The certificates (PEM) to trust, in place of Node's own. */
  readonly ca?: readonly string[];
  /** False to accept any certificate, as `http.proxyStrictSSL` switched off asks for. */
  readonly strictSsl?: boolean;
}

/**
 * A `fetch` for where VS Code's own is switched off or absent. Each request names its dispatcher: the process-wide one
 * belongs to all extensions together.
 */
export function createUndiciFetch({ proxy, ca, strictSsl = true }: UndiciFetchOptions = {}): ClosableFetch {
  const tls = { rejectUnauthorized: strictSsl, ...(ca && { ca: [...ca] }) };
  // The client keeps the time itself, by progress.
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher =
    proxy === undefined
      ? new Agent({ ...timeouts, connect: tls })
      : new ProxyAgent({ ...timeouts, uri: proxy, requestTls: tls, proxyTls: tls, proxyTunnel: true });
  // The same standard types, declared once by Node and once by undici.
  return {
    fetch: (url, init) => fetch(url, { ...init, dispatcher } as unknown as UndiciRequestInit),
    close: () => dispatcher.close(),
    destroy: () => dispatcher.destroy(),
  };
}
