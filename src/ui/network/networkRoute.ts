import { isLoopback } from '../../api/baseUrl.ts';

/** The network settings of VS Code, unchecked, and the environment variables. */
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

/** `editor`: VS Code's fetch, with its proxy and certificates. `own`: the extension's own fetch, if the user has disabled VS Code's. */
export type NetworkRoute = { readonly kind: 'editor' } | OwnRoute;

export interface OwnRoute {
  readonly kind: 'own';
  readonly proxy: string | undefined;
  readonly systemCertificates: boolean;
}

/**
 * Chooses VS Code's fetch, unless the user has disabled its support for extensions. `http.proxySupport: off` means no proxy.
 * `http.fetchAdditionalSupport: false` excludes only fetch, so the proxy of `http.proxy` or of the environment still applies.
 * VS Code's fetch would send requests to some addresses of this machine through a proxy, which could read those of plain http.
 * Certificates are always checked: `http.proxyStrictSSL` is about proxies, and a key must not be sent to an untrusted service.
 */
export function chooseRoute(host: string, settings: NetworkSettings): NetworkRoute {
  const isProxyOff = settings.proxySupport === 'off';
  if (!isProxyOff && settings.fetchAdditionalSupport !== false && !isProxiedLoopback(host)) {
    return { kind: 'editor' };
  }
  return {
    kind: 'own',
    proxy: isProxyOff || isDirect(host, settings) ? undefined : findProxy(settings),
    systemCertificates: settings.systemCertificates !== false,
  };
}

/** Loopback addresses except for those to which VS Code connects directly. */
function isProxiedLoopback(host: string): boolean {
  const name = hostname(host);
  return isLoopback(name) && name.startsWith('127.') && name !== '127.0.0.1';
}

function findProxy({ proxy, environment }: NetworkSettings): string | undefined {
  const candidates = [
    proxy,
    ...['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].map((name) => environment[name]),
  ];
  return candidates.find(
    (text): text is string => typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text),
  );
}

/** Whether the host is this machine or is excluded from the proxy. */
function isDirect(host: string, { noProxy, environment }: NetworkSettings): boolean {
  const name = hostname(host);
  if (isLoopback(name)) {
    return true;
  }
  const set = Array.isArray(noProxy) ? noProxy.filter((entry) => typeof entry === 'string') : [];
  const listed = set.length > 0 ? set : (environment['no_proxy'] ?? environment['NO_PROXY'] ?? '').split(',');
  return listed.map((entry) => entry.trim().toLowerCase()).some((entry) => matches(entry, name, host.toLowerCase()));
}

function hostname(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

/** `example.com`, `.example.com` and `*.example.com` match the domain and its subdomains; `*` matches everything. */
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
