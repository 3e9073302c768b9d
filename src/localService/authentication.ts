import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from './settings.ts';

/** Whether a request proves itself (contract, Authentication 2). Every proof it brings has to be right. */
export function isAuthenticated(headers: IncomingHttpHeaders, settings: Settings): boolean {
  const proofs: boolean[] = [];
  const key = headers['x-api-key'];
  if (key !== undefined) {
    proofs.push(key === settings.apiKey);
  }
  if (headers.authorization !== undefined) {
    proofs.push(isRightAuthorization(headers.authorization, settings));
  }
  return proofs.length > 0 && proofs.every(Boolean);
}

function isRightAuthorization(authorization: string, settings: Settings): boolean {
  const [, scheme = '', value = ''] = /^(\S+) +(.*)$/.exec(authorization) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value === settings.accessToken;
    case 'basic':
      return value === Buffer.from(`${settings.email}:${settings.apiKey}`).toString('base64');
    default:
      return false;
  }
}

/** How a request tries to authenticate, as the log of requests names it. */
export function authScheme(headers: IncomingHttpHeaders): string {
  const schemes = [
    ...(headers['x-api-key'] === undefined ? [] : ['apiKey']),
    ...(headers.authorization === undefined ? [] : [headers.authorization.split(' ', 1)[0]?.toLowerCase() ?? '']),
  ];
  return schemes.length === 0 ? 'none' : schemes.join('+');
}
