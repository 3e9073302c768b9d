import { failureName, sentenceOf, TOLD } from '../faults/toldFailures.ts';
import type { FailureName, ToldName } from '../faults/toldFailures.ts';
import type { ProxyFault } from './testProxy.ts';

type Outcome = 'was accepted' | 'had no effect' | 'was cut off' | 'may have arrived';

/** Which fetch sends the requests. */
export type Sender = 'VS Code' | 'the extension';

interface ProxyCase extends ProxyFault {
  readonly name: string;
  /** By default both. */
  readonly only?: Sender;
  /** Of a GET. Undefined: it succeeds. */
  readonly failure?: FailureName;
  readonly upload: Outcome;
  /** What the user is told about the upload; undefined if it was accepted. */
  readonly sentence?: string;
}

const HTML = '<!doctype html><title>Please sign in</title>';

function html(status: string, headers = ''): string {
  return `HTTP/1.1 ${status}\r\n${headers}content-type: text/html\r\ncontent-length: ${HTML.length}\r\n\r\n${HTML}`;
}

type Expected = Required<Pick<ProxyCase, 'failure' | 'upload' | 'sentence'>>;

const noEffect = (name: ToldName): Expected => ({
  failure: failureName(TOLD[name].failure),
  upload: 'had no effect',
  sentence: sentenceOf(TOLD[name]),
});
/** Only what happened is told: what to do depends on the outcome. */
const unknown = (name: ToldName): Expected => ({
  failure: failureName(TOLD[name].failure),
  upload: 'may have arrived',
  sentence: TOLD[name].what,
});

/** Before all of it was sent. */
const cutOff = (name: ToldName): Expected => ({
  failure: failureName(TOLD[name].failure),
  upload: 'was cut off',
  sentence: `${TOLD[name].what} Not all of the data was sent, so nothing was loaded.`,
});

const REFUSED = noEffect('unreachable (proxy)');
const NOT_SIGNED_IN = noEffect('unreachable (proxySignIn)');
const NOT_UNDERSTOOD = noEffect('unreachable (other)');
const NOT_TRUSTED = noEffect('unreachable (certificate)');
const NO_RESPONSE = noEffect('timedOut, soon');
const CLOSED = noEffect('unreachable (interrupted)');
const LOST = unknown('unreachable (interrupted)');
const CUT_OFF = cutOff('unreachable (interrupted)');

/** What proxies do, and what the user is told about it. */
export const PROXY_CASES: readonly ProxyCase[] = [
  { name: 'it connects', upload: 'was accepted' },
  {
    name: 'CONNECT: 407',
    onConnect: (client) => client.end('HTTP/1.1 407 Refused\r\ncontent-length: 0\r\n\r\n'),
    ...NOT_SIGNED_IN,
  },
  {
    name: 'CONNECT: 407 with a challenge',
    onConnect: (client) =>
      client.end('HTTP/1.1 407 Refused\r\nproxy-authenticate: Basic realm="Test"\r\ncontent-length: 0\r\n\r\n'),
    ...NOT_SIGNED_IN,
  },
  { name: 'CONNECT: 403 with HTML', onConnect: (client) => client.end(html('403 Forbidden')), ...REFUSED },
  { name: 'CONNECT: 502 with HTML', onConnect: (client) => client.end(html('502 Bad Gateway')), ...REFUSED },
  {
    name: 'CONNECT: a redirect',
    onConnect: (client) => client.end(html('302 Found', 'location: http://login.test/\r\n')),
    ...REFUSED,
  },
  {
    name: 'CONNECT: 200, then HTML in place of TLS',
    onConnect: (client) => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n');
      client.once('data', () => client.end(html('200 OK')));
    },
    ...NOT_UNDERSTOOD,
  },
  { name: 'CONNECT: not HTTP', onConnect: (client) => client.end('220 mail.example ESMTP\r\n'), ...NOT_UNDERSTOOD },
  { name: 'CONNECT: no response', onConnect: () => undefined, ...NO_RESPONSE },
  { name: 'CONNECT: RST', onConnect: (client) => client.resetAndDestroy(), ...CLOSED },
  // VS Code's fetch connects again and again until the extension gives up.
  { name: 'CONNECT: FIN', only: 'VS Code', onConnect: (client) => client.end(), ...NO_RESPONSE },
  { name: 'CONNECT: FIN', only: 'the extension', onConnect: (client) => client.end(), ...CLOSED },
  {
    name: 'inspection: a certificate that is not trusted',
    inspects: { certificate: 'untrusted', response: html('200 OK') },
    ...NOT_TRUSTED,
  },
  {
    name: 'inspection: the certificate of another host',
    inspects: { certificate: 'otherHost', response: html('200 OK') },
    ...NOT_TRUSTED,
  },
  {
    name: 'inspection: 200 with HTML',
    inspects: { certificate: 'trusted', response: html('200 OK') },
    ...unknown('unexpectedResponse (notJson)'),
  },
  {
    name: 'inspection: 502 with HTML',
    inspects: { certificate: 'trusted', response: html('502 Bad Gateway') },
    ...cutOff('unavailable, 502 with HTML'),
  },
  {
    name: 'inspection: a redirect',
    inspects: { certificate: 'trusted', response: html('302 Found', 'location: https://login.test/\r\n') },
    ...cutOff('redirected'),
  },
  // The GET has no body.
  {
    name: 'it cuts the connection in the body',
    cuts: 'in the body',
    upload: CUT_OFF.upload,
    sentence: CUT_OFF.sentence,
  },
  {
    name: 'it cuts the connection before the response',
    cuts: 'before the response',
    ...LOST,
  },
];

/** A row a case, in Markdown. */
export function proxyTable(): readonly string[] {
  const header = ['Proxy', 'Sent by', 'A GET', 'An upload', 'The user is told'];
  const rows = PROXY_CASES.map(({ name, only = 'both', failure = 'succeeds', upload, sentence = 'nothing' }) => [
    name,
    only,
    failure,
    upload,
    sentence,
  ]);
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
