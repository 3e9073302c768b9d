import { isLoopback } from '../../api/baseUrl.ts';

/** What the user has set about the network in VS Code, and what the environment adds. */
export interface NetworkSettings {
  /** `http.proxySupport` */
  readonly proxySupport: unknown;
  /** `http.fetchAdditionalSupport` */
  readonly fetchAdditionalSupport: unknown;
  /** `http.proxy` */
  readonly proxy: unknown;
  /** `http.noProxy` */
  readonly noProxy: unknown;
  /** `http.systemCertificates` */
  readonly systemCertificates: unknown;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** `editor` is VS Code's own fetch, with its proxy and certificates. `own` is ours, where the user switched that off. */
export type NetworkRoute = { readonly kind: 'editor' } | OwnRoute;

export interface OwnRoute {
  readonly kind: 'own';
  readonly proxy: string | undefined;
  readonly systemCertificates: boolean;
}

/**
 * VS Code's own fetch is the way, unless the user switched its support for extensions off: `http.proxySupport` as `off`
 * means no proxy at all; `http.fetchAdditionalSupport` as false takes only fetch out of it, so the proxy that is set
 * (`http.proxy`, else the environment's) still holds, and is ours to use. Certificates are checked on every way:
 * `http.proxyStrictSSL` is about proxies, and a key must not go to a service that nobody vouches for.
 */
export function chooseRoute(host: string, settings: NetworkSettings): NetworkRoute {
  const isProxyOff = settings.proxySupport === 'off';
  if (!isProxyOff && settings.fetchAdditionalSupport !== false) {
    return { kind: 'editor' };
  }
  return {
    kind: 'own',
    proxy: isProxyOff || isDirect(host, settings) ? undefined : findProxy(settings),
    systemCertificates: settings.systemCertificates !== false,
  };
}

function findProxy({ proxy, environment }: NetworkSettings): string | undefined {
  const candidates = [proxy, ...['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].map((n) => environment[n])];
  return candidates.find(
    (text): text is string => typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text),
  );
}

/** Whether the host is this machine, or one that no proxy is wanted for. */
function isDirect(host: string, { noProxy, environment }: NetworkSettings): boolean {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  if (isLoopback(name)) {
    return true;
  }
  const set = Array.isArray(noProxy) ? noProxy.filter((entry) => typeof entry === 'string') : [];
  const listed = set.length > 0 ? set : (environment['no_proxy'] ?? environment['NO_PROXY'] ?? '').split(',');
  return listed.map((entry) => entry.trim().toLowerCase()).some((entry) => matches(entry, name, host.toLowerCase()));
}

/** `example.com`, `.example.com` and `*.example.com` stand for the name and all below it; `*` for everything. */
function matches(entry: string, name: string, nameAndPort: string): boolean {
  if (entry === '') {
    return false;
  }
  if (entry === '*' || entry === nameAndPort) {
    return true;
  }
  const suffix = entry.replace(/^\*?\./, '');
  return name === suffix || name.endsWith(`.${suffix}`);
}
