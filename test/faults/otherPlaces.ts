import { createUndiciFetch } from '../../src/api/undiciFetch.ts';
import type { FetchLike } from '../../src/api/fetchLike.ts';
import { createCertificate } from './certificate.ts';
import { FaultServer } from './faultServer.ts';

/** The base URL in the account. Requests get to a server on this machine instead, unless the fault is that there is no such host. */
export const BASE_URL = 'https://service.invalid';

/** Where a request gets to instead of the service, as after a change of the network. */
export interface OtherPlace {
  readonly baseUrl: string;
  /** Undefined: that of the case. */
  readonly fetch?: FetchLike;
  /** The requests that were received there. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

/** A trusted certificate that was valid until yesterday. */
export function outOfDate(): Promise<OtherPlace> {
  return secure({ isExpired: true }, { isTrusted: true });
}

export function notTrusted(): Promise<OtherPlace> {
  return secure({}, { isTrusted: false });
}

/** A trusted certificate, but not of this address. */
export function otherHost(): Promise<OtherPlace> {
  return secure({ hosts: ['other.example'] }, { isTrusted: true });
}

/** Nothing is wrong with this one: the certificates of the others are the only difference. */
export function trusted(): Promise<OtherPlace> {
  return secure({}, { isTrusted: true });
}

export function unknownHost(): Promise<OtherPlace> {
  return Promise.resolve({ baseUrl: BASE_URL, requests: [], stop: () => Promise.resolve() });
}

/** A port on which nothing listens any more. */
export async function refused(): Promise<OtherPlace> {
  const server = await FaultServer.start();
  await server.stop();
  return { baseUrl: server.baseUrl, requests: server.requests, stop: () => Promise.resolve() };
}

async function secure(
  options: Parameters<typeof createCertificate>[0],
  { isTrusted }: { readonly isTrusted: boolean },
): Promise<OtherPlace> {
  const certificate = createCertificate(options);
  const server = await FaultServer.start(certificate);
  const trusting = isTrusted ? createUndiciFetch({ ca: [certificate.cert] }) : undefined;
  return {
    baseUrl: server.baseUrl,
    requests: server.requests,
    ...(trusting && { fetch: trusting.fetch }),
    stop: async () => {
      await trusting?.destroy();
      await server.stop();
    },
  };
}
