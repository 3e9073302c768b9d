import type { Fault } from '../../src/localService/faults.ts';
import type { HostileText } from './hostileTexts.ts';
import { MARK } from './hostileTexts.ts';

export function harmless(text: string): HostileText {
  return { name: 'harmless', text, shown: text };
}

/** The entries of the context menus of rows that copy something. */
export const COPIES = [
  ['connections', 'Copy Name'],
  ['connections', 'Copy Entity ID'],
  ['connections', 'Copy Link'],
  ['connections', 'Copy as cURL'],
  ['jobs', 'Copy Sync ID'],
  ['jobs', 'Copy Link'],
  ['jobs', 'Copy as cURL'],
  ['jobs', 'Copy Support Info'],
] as const;

/** All but _trace_, at which the most is tested. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const;

/** What a service or a gateway may write of the header that it received. */
export function echoesOf(secret: string, sent: string): readonly HostileText[] {
  const percent = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return [
    sent,
    secret,
    `Authorization: ${sent}`,
    encodeURIComponent(sent),
    percent,
    Buffer.from(`{"key":"${secret}"}`).toString('base64'),
    Buffer.from(`x${secret}`).toString('base64url'),
    `${'long '.repeat(36)}${secret}`,
  ].map((echo) => harmless(`${MARK} ${echo}`));
}

/** Each applies to every request. */
export function faultsOf(echoes: readonly HostileText[]): readonly (readonly [string, Fault])[] {
  const all = echoes.map(({ text }) => text).join(' ');
  const [echo = ''] = echoes.map(({ text }) => text);
  const respondingWith = (status: number, type: string, body: string): Fault => ({
    action: { kind: 'response', status, headers: { 'content-type': type, 'www-authenticate': echo }, body },
  });
  const problem = (status: number): readonly [string, Fault] => [
    `${status} with problem details`,
    respondingWith(
      status,
      'application/problem+json',
      JSON.stringify({ type: all, title: echo, detail: all, status, requestId: echo, errors: { [echo]: [all] } }),
    ),
  ];
  return [
    ...[400, 401, 403, 404, 409, 422, 429, 500, 503].map(problem),
    ['500 with HTML', respondingWith(500, 'text/html', `<html><body><pre>${all}</pre></body></html>`)],
    ['200 with HTML', respondingWith(200, 'text/html', `<html><body>${all}</body></html>`)],
    ['200 with other JSON', respondingWith(200, 'application/json', JSON.stringify({ [echo]: all }))],
    ['200 with a message', respondingWith(200, 'application/json', JSON.stringify({ data: { message: all } }))],
    ['a redirect', { action: { kind: 'redirect', location: `http://127.0.0.1:9/?key=${encodeURIComponent(echo)}` } }],
    ['a cut connection', { action: { kind: 'cut' } }],
    ['a lost response', { action: { kind: 'loseResponse' } }],
    ['half a response', { action: { kind: 'halfBody' } }],
    ['ids', { action: { kind: 'merge', patch: { meta: { requestId: echo, correlationId: echo, apiVersion: echo } } } }],
  ];
}
