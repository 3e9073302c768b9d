import { plainText } from '../../base/displayText.ts';

// What a report that leaves this machine says about people, workspaces and proxies.

/** The first letter of an email address and its domain: "j…@example.com". */
export function shortEmail(email: string): string {
  const [, first = '', domain = ''] = /^(.).*@([^@]*)$/u.exec(plainText(email, 200)) ?? [];
  return domain === '' ? shortName(email) : `${first}…@${domain}`;
}

/** The first letters of a name: "Bro…". Of a short name, the first one alone. */
export function shortName(name: string): string {
  const characters = Array.from(plainText(name, 200));
  return characters.length === 0 ? '' : `${characters.slice(0, characters.length > 5 ? 3 : 1).join('')}…`;
}

/** The protocol, host and port of a proxy, without its user name and password. Undefined for anything that is not a URL. */
export function proxyAddress(text: unknown): string | undefined {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  return url === null || url.host === '' ? undefined : `${url.protocol}//${plainText(url.host, 200)}`;
}
