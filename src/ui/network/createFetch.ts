import * as tls from 'node:tls';
import * as vscode from 'vscode';
import type { ClosableFetch, FetchLike } from '../../api/fetchLike.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { chooseRoute } from './networkRoute.ts';
import type { NetworkRoute, NetworkSettings, OwnRoute } from './networkRoute.ts';
import { FetchCache } from './fetchCache.ts';

/**
 * Creates the fetch function of all requests. It chooses a route for each request by the current settings: normally VS Code's
 * own `globalThis.fetch`, the only one that applies its proxy and certificates (see `chooseRoute`).
 */
export function createFetch(log: Logger): Disposable & { readonly fetch: FetchLike } {
  const owned = new DisposableStore();
  const fetchCache = owned.add(new FetchCache(createOwnFetch));
  owned.add(
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('http') && fetchCache.release()),
  );
  let logged = '';
  const fetch: FetchLike = async (url, init) => {
    const route = chooseRoute(new URL(url).host, readNetworkSettings());
    const description = describeRoute(route);
    if (description !== logged) {
      logged = description;
      log.info(description);
    }
    // Read at each call, because VS Code may replace it. `this` must be the global object.
    return route.kind === 'editor' ? globalThis.fetch(url, init) : (await fetchCache.get(route)).fetch(url, init);
  };
  return { fetch, dispose: () => owned.dispose() };
}

async function createOwnFetch(route: OwnRoute): Promise<ClosableFetch> {
  const { createUndiciFetch } = await import('../../api/undiciFetch.ts');
  return createUndiciFetch({
    ...(route.proxy !== undefined && { proxy: route.proxy }),
    ...(route.systemCertificates && { ca: systemCertificates() }),
  });
}

/** Node's certificates and those of the system, which may include company certificates. */
function systemCertificates(): string[] {
  return [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
}

/** The current settings. Values of the environment may contain passwords. */
export function readNetworkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration('http');
  return {
    proxySupport: http.get('proxySupport'),
    fetchAdditionalSupport: http.get('fetchAdditionalSupport'),
    proxy: http.get('proxy'),
    noProxy: http.get('noProxy'),
    systemCertificates: http.get('systemCertificates'),
    environment: process.env,
  };
}

/** Without the proxy's address, which may contain a password. */
function describeRoute(route: NetworkRoute): string {
  return route.kind === 'editor'
    ? 'Network: through VS Code.'
    : `Network: directly from the extension${route.proxy === undefined ? '' : ', through the configured proxy'}.`;
}
