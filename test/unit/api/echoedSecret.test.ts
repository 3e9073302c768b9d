import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { Credential } from '../../../src/model/account.ts';
import { maskEchoedSecret } from '../../../src/api/echoedSecret.ts';
import { apiErrorOf } from './thrownBy.ts';
import { clientOf, envelope, recordingLog, sendJson, startRawServer } from './rawServer.ts';
import type { RawServer } from './rawServer.ts';

const KEY = 'k9/x+7-4f1c~5e2a8b03d6';
const EMAIL = 'ada@acme.example';

describe('An answer that repeats the secret of its request', () => {
  let server: RawServer;
  let respond: RequestListener;
  const credentials = (origin: string): readonly Credential[] => [
    { method: 'apiKey', origin, apiKey: KEY },
    { method: 'bearer', origin, accessToken: KEY },
    { method: 'basic', origin, email: EMAIL, apiKey: KEY },
  ];

  before(async () => {
    server = await startRawServer((request, response) => {
      request.resume();
      respond(request, response);
    });
  });
  after(() => server.stop());

  /** In the ways in which a service or a gateway may write what it received. */
  const echoes = (headers: Readonly<Record<string, unknown>>): readonly string[] => {
    const sent = String(headers['x-api-key'] ?? headers['authorization']);
    return [
      sent,
      KEY,
      encodeURIComponent(sent),
      Buffer.from(`{"key":"${KEY}"}`).toString('base64'),
      Buffer.from(`x${KEY}`).toString('base64url'),
      [...Buffer.from(KEY)].map((byte) => `%${byte.toString(16)}`).join(''),
    ];
  };

  for (const { method } of credentials('')) {
    it(`has none in anything that is read of it: ${method}`, async () => {
      for (let index = 0; index < 6; index += 1) {
        respond = ({ headers, url = '' }, response) => {
          const echo = echoes(headers)[index] ?? '';
          const step = { name: echo, status: 'running', message: `in ${echo}` };
          const connection = { entityId: `e ${echo}`, entityName: echo, sourceSystem: echo, lastSyncId: echo };
          const data = {
            '/connections': [connection],
            '/me': { user: { email: echo, fullName: echo }, workspace: { identifier: 'w', name: `of ${echo}` } },
            '/status': { status: 'running', message: `${'long '.repeat(30)}${echo}`, steps: [step] },
          }[url.slice(url.lastIndexOf('/'))];
          sendJson(response, 200, envelope(data, { requestId: `r ${echo}`, correlationId: echo }));
        };
        const { client, lines, metas } = clientAs(method);
        const read = [
          await client.getIdentity(),
          await client.listConnections(),
          await client.getJobStatus('one'),
          ...lines,
          ...metas,
        ];
        assertNoSecret(JSON.stringify(read), index);
        assert.match(JSON.stringify(read), /\*\*\*/);
      }
    });

    it(`has none in the error that it is: ${method}`, async () => {
      for (let index = 0; index < 6; index += 1) {
        respond = ({ headers }, response) => {
          const echo = echoes(headers)[index] ?? '';
          const body = {
            title: echo,
            detail: `Refused: ${echo}`,
            requestId: `${'r'.repeat(90)}${echo}`,
            errors: { key: [echo] },
          };
          sendJson(response, 422, body);
        };
        const { client, lines } = clientAs(method);
        const { failure, message } = await apiErrorOf(client.startSync('entity'));
        const { problem } = failure as { problem?: { fieldErrors: ReadonlyMap<string, unknown> } };
        const read = JSON.stringify([failure, message, lines, [...(problem?.fieldErrors ?? [])]]);
        assertNoSecret(read, index);
        assert.match(read, /\*\*\*/);
      }
    });
  }

  it('is found where JSON escapes its characters', async () => {
    const escaped = (pattern: RegExp, isUpper: boolean) => (text: string) =>
      text.replaceAll(pattern, (character) => {
        const hex = character.charCodeAt(0).toString(16).padStart(4, '0');
        return `\\u${isUpper ? hex.toUpperCase() : hex}`;
      });
    for (const escape of [
      (text: string) => text.replaceAll('/', '\\/'),
      escaped(/[+/~-]/g, true),
      escaped(/[+/~-]/g, false),
      escaped(/./g, true),
      escaped(/./g, false),
    ]) {
      respond = (_request, response) => {
        const body = `{"title": "Refused", "detail": "The key ${escape(KEY)}."}`;
        response.writeHead(400, { 'content-type': 'application/problem+json' }).end(body);
      };
      const { problem } = await apiErrorOf(clientAs('apiKey').client.startSync('entity'));
      assert.equal(problem?.detail, 'The key ***.');
    }
  });

  it('changes no other text that JSON escapes', async () => {
    const detail = 'A "quote", a \\u0041, a \\ and \u0007, \u00e9 and é.';
    const body = JSON.stringify({ title: 'Refused', detail }).replaceAll('q', '\\u0071').replaceAll('\\"', '\\u0022');
    respond = (_request, response) => response.writeHead(400).end(body);
    const { problem } = await apiErrorOf(clientAs('apiKey').client.startSync('entity'));
    assert.equal(problem?.detail, detail);
  });

  it('is left as it is if the secret is so short that it may be a word', async () => {
    respond = (_request, response) => sendJson(response, 400, { title: 'Refused', detail: 'No data.' });
    const credential: Credential = { method: 'apiKey', origin: new URL(server.baseUrl).origin, apiKey: 'data' };
    const client = clientOf(server.baseUrl, { credential: () => Promise.resolve(credential) });
    const { problem } = await apiErrorOf(client.startSync('entity'));
    assert.equal(problem?.detail, 'No data.');
  });

  it('is left out from eight characters on, in each way in which JSON may escape it', () => {
    const without = (text: string, apiKey: string) => maskEchoedSecret(text, { method: 'apiKey', origin: '', apiKey });
    assert.equal(without('the key abcdefgh.', 'abcdefgh'), 'the key ***.');
    assert.equal(without('the key abcdefg.', 'abcdefg'), 'the key abcdefg.');
    assert.equal(without('a/b/c+d+e, a\\/b\\/c+d+e, a/b/c\\u002Bd\\u002Be', 'a/b/c+d+e'), '***, ***, ***');
  });

  function clientAs(method: Credential['method']) {
    const { log, lines } = recordingLog();
    const credential = credentials(new URL(server.baseUrl).origin).find((one) => one.method === method);
    const client = clientOf(server.baseUrl, { log, credential: () => Promise.resolve(credential) });
    const metas: unknown[] = [];
    client.onDidReceiveResponse((meta) => metas.push(meta));
    return { client, lines, metas };
  }

  function assertNoSecret(text: string, index: number): void {
    const half = KEY.slice(0, KEY.length / 2);
    const halves = [half, KEY.slice(half.length)].flatMap((part) => [
      part,
      encodeURIComponent(part),
      [...Buffer.from(part)].map((byte) => `%${byte.toString(16)}`).join(''),
    ]);
    // Without what it may share with its neighbors.
    const base64 = [0, 1, 2].map((before) =>
      Buffer.from('x'.repeat(before) + KEY)
        .toString('base64url')
        .slice(4, -4),
    );
    for (const form of [...halves, ...base64]) {
      assert.ok(
        !text.replaceAll('/', '_').replaceAll('+', '-').includes(form.replaceAll('/', '_').replaceAll('+', '-')),
        `${index}: ${form} in ${text}`,
      );
    }
  }
});
