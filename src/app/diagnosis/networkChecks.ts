import type { LookupAddress } from 'node:dns';
import type { request } from 'node:https';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { PeerCertificate } from 'node:tls';
import { API_PATH } from '../../api/baseUrl.ts';
import type { FetchLike } from '../../api/fetchLike.ts';
import { plainText } from '../../base/displayText.ts';
import type { EpochMs } from '../../base/time.ts';

/** The functions of the network that checks use, so that they go through the same proxy as other requests. */
export interface Network {
  readonly lookup: (host: string, options: { readonly all: true }) => Promise<readonly LookupAddress[]>;
  readonly fetch: FetchLike;
  /** `request` of `https`, as VS Code provides it to extensions. */
  readonly httpsRequest: typeof request;
}

/** The addresses of a host. Those of an IP address are that address. */
export async function resolveName(hostname: string, { lookup }: Pick<Network, 'lookup'>): Promise<readonly string[]> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) {
    return [bare];
  }
  const addresses = await lookup(bare, { all: true });
  return [...new Set(addresses.map(({ address }) => address))].slice(0, 10);
}

export interface Reached {
  readonly status: number;
  readonly tookMs: number;
  /** How far the clock of this machine is ahead, in ms, by the `Date` header; undefined without one. */
  readonly clockAheadMs: number | undefined;
}

/** Sends GET /me without a key: any response shows that the service can be reached, and 401 is the expected one. */
export async function reach(baseUrl: string, { fetch }: Pick<Network, 'fetch'>, signal: AbortSignal): Promise<Reached> {
  const sentAt = Date.now();
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}${API_PATH}/me`, {
    method: 'GET',
    headers: { accept: 'application/json, application/problem+json' },
    redirect: 'error',
    credentials: 'omit',
    signal,
  });
  const tookMs = performance.now() - startedAt;
  await response.body?.cancel();
  const date = Date.parse(response.headers.get('date') ?? '');
  return {
    status: response.status,
    tookMs,
    clockAheadMs: Number.isNaN(date) ? undefined : aheadOf(date, sentAt, tookMs),
  };
}

/** `Date` has whole seconds and was set at some time during the request. Only a deviation beyond that range counts. */
function aheadOf(date: EpochMs, sentAt: EpochMs, tookMs: number): number {
  const latest = date + 999;
  const respondedAt = sentAt + tookMs;
  if (sentAt > latest) {
    return sentAt - latest;
  }
  return respondedAt < date ? respondedAt - date : 0;
}

export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  readonly validTo: string;
  /** Why it is not trusted; undefined if it is. */
  readonly problem: string | undefined;
}

/** Reads the certificate of an https service, also of one that is not trusted: the request has no key, and its response is not read. */
export function readCertificate(
  origin: string,
  { httpsRequest }: Pick<Network, 'httpsRequest'>,
  signal: AbortSignal,
): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const headRequest = httpsRequest(origin, { method: 'HEAD', rejectUnauthorized: false, signal });
    const read = (socket: TLSSocket): void => {
      resolve(describe(socket.getPeerCertificate(), socket));
      headRequest.destroy();
    };
    headRequest.once('error', reject);
    headRequest.once('socket', (socket) => {
      if (!(socket instanceof TLSSocket)) {
        return;
      }
      // Behind a proxy, the connection is secured before the request gets it.
      if (socket.getProtocol() !== null && Object.keys(socket.getPeerCertificate()).length > 0) {
        read(socket);
      } else {
        socket.once('secureConnect', () => read(socket));
      }
    });
    headRequest.end();
  });
}

function describe({ subject, issuer, valid_to }: PeerCertificate, socket: TLSSocket): Certificate {
  return {
    subject: nameOf(subject),
    issuer: nameOf(issuer),
    validTo: plainText(valid_to, 40),
    problem: socket.authorized ? undefined : plainText(String(socket.authorizationError), 100),
  };
}

function nameOf(name: Partial<PeerCertificate['subject']> | undefined): string {
  const parts = [name?.CN, name?.O].flat().filter((part) => typeof part === 'string' && part !== '');
  return plainText(parts.join(', '), 120);
}
