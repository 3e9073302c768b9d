import type { Dispatcher as UndiciDispatcher, Pool as PoolType, RequestInit as UndiciRequestInit } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { fetch } from 'undici/lib/web/fetch/index.js';
import { errorCode } from '../base/errorCode.ts';
import type { ClosableFetch } from './fetchLike.ts';

// Done by undici's index.js, and required for proxy tunnels.
Object.assign(Dispatcher.prototype, { connect });

const PROXY_CLOSED = 'The proxy closed the connection.';

export interface UndiciFetchOptions {
  /** URL of the HTTP proxy for all requests, with user name and password if it requires them. */
  readonly proxy?: string;
  /** The trusted certificates (PEM), instead of Node's own. */
  readonly ca?: readonly string[];
  /** False to accept any certificate, if `http.proxyStrictSSL` is off. */
  readonly strictSsl?: boolean;
}

/**
 * Creates a `fetch` to use if VS Code's own is disabled or missing. Each request has an explicit dispatcher, because the
 * process-wide one is shared by all extensions.
 */
export function createUndiciFetch({ proxy, ca, strictSsl = true }: UndiciFetchOptions = {}): ClosableFetch {
  const tls = { rejectUnauthorized: strictSsl, ...(ca && { ca: [...ca] }) };
  // `Transport` has a timeout of its own, which progress restarts.
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher =
    proxy === undefined
      ? new Agent({ ...timeouts, connect: tls })
      : new ProxyAgent({
          ...timeouts,
          uri: proxy,
          requestTls: tls,
          proxyTls: tls,
          proxyTunnel: true,
          clientFactory: (origin, options) => connectingOnce(new Pool(origin, options)),
        });
  // Node and undici declare the same standard types separately.
  return {
    fetch: (url, init) => fetch(url, { ...init, dispatcher } as unknown as UndiciRequestInit),
    close: () => dispatcher.close(),
    destroy: () => dispatcher.destroy(),
  };
}

/** Fails if a proxy closes the connection instead of responding: undici would reconnect immediately, and forever. */
function connectingOnce(pool: PoolType): PoolType {
  const connectTunnel = (
    options: UndiciDispatcher.ConnectOptions<unknown>,
  ): Promise<UndiciDispatcher.ConnectData<unknown>> =>
    connect.call(pool, options).catch((error: unknown) => {
      throw errorCode(error) === 'UND_ERR_SOCKET'
        ? Object.assign(new Error(PROXY_CLOSED), { code: 'ECONNRESET' })
        : error;
    });
  return Object.assign(pool, { connect: connectTunnel });
}
