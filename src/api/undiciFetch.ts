import { Agent, ProxyAgent, fetch } from 'undici';
import type { RequestInit as UndiciRequestInit } from 'undici';
import type { FetchLike } from './fetchLike.ts';

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
export function createUndiciFetch({ proxy, ca, strictSsl = true }: UndiciFetchOptions = {}): FetchLike {
  const tls = { rejectUnauthorized: strictSsl, ...(ca && { ca: [...ca] }) };
  // The client keeps the time itself, by progress.
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher =
    proxy === undefined
      ? new Agent({ ...timeouts, connect: tls })
      : new ProxyAgent({ ...timeouts, uri: proxy, requestTls: tls, proxyTls: tls, proxyTunnel: true });
  // The same standard types, declared once by Node and once by undici.
  return (url, init) => fetch(url, { ...init, dispatcher } as unknown as UndiciRequestInit);
}
