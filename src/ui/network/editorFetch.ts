import * as tls from 'node:tls';
import * as vscode from 'vscode';
import type { ClosableFetch, FetchLike } from '../../api/fetchLike.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { chooseRoute } from './networkRoute.ts';
import type { NetworkRoute, OwnRoute } from './networkRoute.ts';
import { OwnFetches } from './ownFetches.ts';

/**
 * Makes the one way into the network: chosen again at each request, as the user's settings stand then. Normally that is
 * VS Code's own `globalThis.fetch`, the only one that honours its proxy and certificates (see `chooseRoute`).
 */
export function createFetch(log: Logger): Disposable & { readonly fetch: FetchLike } {
  const owned = new DisposableStore();
  const ownFetches = owned.add(new OwnFetches(createOwnFetch));
  owned.add(
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('http') && ownFetches.release()),
  );
  let told = '';
  const fetch: FetchLike = async (url, init) => {
    const route = chooseRoute(new URL(url).host, readNetworkSettings());
    const description = describeRoute(route);
    if (description !== told) {
      told = description;
      log.info(description);
    }
    // The editor's is read at each call: VS Code replaces it when it patches, and `this` must be the global object.
    return route.kind === 'editor' ? globalThis.fetch(url, init) : (await ownFetches.get(route)).fetch(url, init);
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

/** Those that Node brings along and those of the system; a company's own are among the latter. */
function systemCertificates(): string[] {
  return [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
}

function readNetworkSettings(): Parameters<typeof chooseRoute>[1] {
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

/** Without the proxy's address, which may hold a password. */
function describeRoute(route: NetworkRoute): string {
  return route.kind === 'editor'
    ? 'Network: by way of VS Code.'
    : `Network: direct from the extension${route.proxy === undefined ? '' : ', through the proxy that is set'}.`;
}
