import assert from 'node:assert/strict';
import type { Fault } from '../../../src/localService/faults.ts';
import { LocalService } from '../../service/localService.ts';
import { clientOf } from './rawServer.ts';
import { apiErrorOf } from './thrownBy.ts';
import { fileOf } from './uploadFiles.ts';

/** More than any body: the connection is cut once all of it was read. */
const WHOLE_BODY = 1_000_000;
const HTML = '<html><body>Please sign in</body></html>';

interface Case {
  readonly title: string;
  readonly action: Fault['action'];
  /** Whether the service may have started the job. */
  readonly mayHaveArrived: boolean;
}

/** The same status with problem details, with a gateway's HTML, and with an empty body. */
function responses(status: number, mayHaveArrived: boolean): readonly Case[] {
  const problem = { type: 'about:blank', title: 'It broke', status, detail: 'Not this time.' };
  const bodies = [
    ['problem details', { 'content-type': 'application/problem+json' }, JSON.stringify(problem)],
    ['an HTML page', { 'content-type': 'text/html' }, HTML],
    ['no body', {}, ''],
  ] as const;
  return bodies.map(([what, headers, body]) => ({
    title: `${status} with ${what}`,
    action: { kind: 'response', status, headers, body },
    mayHaveArrived,
  }));
}

const CASES: readonly Case[] = [
  ...[408, 499, 500, 502, 503, 504, 507, 520, 599].flatMap((status) => responses(status, true)),
  ...[400, 401, 403, 404, 409, 413, 421, 422, 429, 501].flatMap((status) => responses(status, false)),
  { title: '200 with a sign-in page', action: { kind: 'response', status: 200, body: HTML }, mayHaveArrived: true },
  { title: '200 with no body', action: { kind: 'response', status: 200 }, mayHaveArrived: true },
  { title: '204', action: { kind: 'response', status: 204 }, mayHaveArrived: true },
  {
    title: '200 with JSON that is no envelope',
    action: { kind: 'response', status: 200, body: '{"ok":true}' },
    mayHaveArrived: true,
  },
  { title: '200 whose data is no object', action: { kind: 'merge', patch: { data: [] } }, mayHaveArrived: true },
  {
    title: '200 with neither a syncId nor a message',
    action: { kind: 'merge', patch: { data: { syncId: null, message: null } } },
    mayHaveArrived: true,
  },
  {
    title: '200 with a syncId that can’t be asked for',
    action: { kind: 'merge', patch: { data: { syncId: '..' } } },
    mayHaveArrived: true,
  },
  {
    title: '200 with a syncId that is no text',
    action: { kind: 'merge', patch: { data: { syncId: 7 } } },
    mayHaveArrived: true,
  },
  {
    title: '200 without a syncId, with a message',
    action: { kind: 'merge', patch: { data: { syncId: null, message: 'The entityId is invalid.' } } },
    mayHaveArrived: false,
  },
  { title: 'a lost answer', action: { kind: 'loseResponse' }, mayHaveArrived: true },
  { title: 'half of an answer', action: { kind: 'halfBody' }, mayHaveArrived: true },
  { title: 'a connection that is cut', action: { kind: 'cut', afterBytes: WHOLE_BODY }, mayHaveArrived: true },
  { title: 'no answer in time', action: { kind: 'hang' }, mayHaveArrived: true },
  // Also a common response to a processed request (303); fetch doesn't expose the status.
  ...[301, 302, 303, 307, 308].map((status) => ({
    title: `a redirect (${status})`,
    action: { kind: 'redirect', location: '/elsewhere', status } as const,
    mayHaveArrived: true,
  })),
  { title: '304', action: { kind: 'response', status: 304 }, mayHaveArrived: true },
];

describe('A failed POST', function () {
  this.timeout(30_000);

  let service: LocalService;
  let entityId: string;
  const client = () =>
    clientOf(service.baseUrl, {
      credential: () =>
        Promise.resolve({ method: 'apiKey', origin: new URL(service.baseUrl).origin, apiKey: service.apiKey }),
      timeoutMs: () => 500,
    });

  before(async () => {
    service = await LocalService.start();
    [entityId] = await service.uploadTargets();
  });
  after(() => service.stop());

  const posts = {
    'a sync': () => client().startSync(entityId),
    'an upload as a file': () => client().upload({ entityId, format: 'multipart', file: fileOf('csv', ['a\n1\n']) }),
    'an upload in a JSON body': () => client().upload({ entityId, format: 'json', file: fileOf('csv', ['a\n1\n']) }),
  };
  for (const [what, post] of Object.entries(posts)) {
    for (const { title, action, mayHaveArrived } of CASES) {
      it(`${mayHaveArrived ? 'may have' : 'has not'} started ${what}: ${title}`, async () => {
        await service.reset();
        await service.addFault({ method: 'POST', times: 1, action });
        const error = await apiErrorOf(post());
        assert.equal(error.mayHaveArrived, mayHaveArrived, error.message);
        assert.equal((await service.requests()).length, 1, 'a POST is never repeated');
      });
    }
  }

  it('is never in doubt as a GET', async () => {
    for (const status of [408, 499, 500, 503]) {
      await service.clearFaults();
      await service.addFault({ times: 1, action: { kind: 'response', status } });
      assert.equal((await apiErrorOf(client().listConnections())).mayHaveArrived, false);
    }
  });
});
