import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ApiError } from '../../src/api/apiError.ts';
import { jobPhase } from '../../src/model/jobStatus.ts';
import type { UploadFormat } from '../../src/model/upload.ts';
import { LedgerFolder } from '../unit/jobs/store/ledgerFolder.ts';
import { accountOf, UploadWindow } from '../unit/app/upload/uploadWindow.ts';
import { ENTITY_ID, FaultServer, SYNC_ID } from './faultServer.ts';
import type { Call, FaultCase } from './cases.ts';
import { BASE_URL } from './otherPlaces.ts';
import type { OtherPlace } from './otherPlaces.ts';
import { toldPart } from './toldFailures.ts';

/** Long enough for a request to get to the server on a busy machine. */
const SHORT_MS = 500;
const LONG_MS = 60_000;

/** Several times the size of a chunk, so that half of it can be received before the rest is sent. */
const CONTENT = `id,name\n${`1,${'one of many rows '.repeat(8)}\n`.repeat(4_000)}`;

/** Runs a case in a window of its own: a call that succeeds, the one that fails, and the same call again. */
export async function runCase(faultCase: FaultCase): Promise<void> {
  const { fault, call, moment } = faultCase;
  const server = await FaultServer.start();
  const place = typeof fault.how === 'function' ? undefined : await fault.how.place();
  const window = new FaultyWindow(server, faultCase, place);
  try {
    // Opens a connection, which the call that fails uses as well.
    await window.loadConnections();
    server.requests.length = 0;
    if (typeof fault.how === 'function') {
      server.arm({ line: call.line, moment, act: fault.how });
    }
    window.isFaulty = true;
    const attempt = await window.attempt();
    window.isFaulty = false;
    assertAttempt(attempt, faultCase);
    assert.deepEqual(place?.requests ?? [], [], 'nothing is sent to another place');
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
    assertRequests(server.requests, call, place);
    window.assertKept(attempt.failed);
    server.requests.length = 0;
    if (attempt.failed) {
      await window.recover(attempt.failed);
      assertRequests(server.requests, call, undefined);
    }
  } finally {
    window.close();
    await place?.stop();
    await server.stop();
  }
}

type Reported = Pick<ApiError, 'failure' | 'mayHaveArrived' | 'isPartlySent'>;

interface Attempt {
  readonly failed: Reported | undefined;
  readonly phase?: string;
}

function assertAttempt({ failed, phase }: Attempt, { fault, call, moment }: FaultCase): void {
  const { expected } = fault;
  if (expected === undefined) {
    assert.equal(failed, undefined, JSON.stringify(failed));
    assert.equal(phase, fault.phase ?? (call.name === 'status' ? 'running' : undefined));
    return;
  }
  assert.ok(failed, 'The call was expected to fail.');
  const { told, toldOfList = told, untold = {} } = expected;
  // Exactly one about which the user is told this sentence.
  assert.deepEqual(toldPart(failed.failure), toldPart((call.name === 'connections' ? toldOfList : told).failure));
  assert.partialDeepStrictEqual(failed.failure, untold);
  const isInDoubt = expected.mayHaveArrived && call.line.startsWith('POST');
  // Before the service has all of an upload, it is open whether all of it was sent.
  const isPartlySent = failed.isPartlySent && call.format !== undefined && moment !== 'after the body';
  assert.deepEqual(
    [failed.mayHaveArrived, failed.isPartlySent],
    [isInDoubt && !isPartlySent, isInDoubt && isPartlySent],
  );
}

/** The request was sent once, and no other POST. After an upload without a response, the connections are read. */
function assertRequests(requests: readonly string[], { line }: Call, place: OtherPlace | undefined): void {
  const others = requests.filter((request) => request !== line && request !== 'GET /connections');
  assert.deepEqual(others, []);
  assert.equal(requests.filter((request) => request === line).length, place ? 0 : 1, 'the request is sent once');
}

/** A signed-in window whose next request fails. */
class FaultyWindow {
  /** Whether requests of the call get to the other place, and time out soon if nothing else ends them. */
  isFaulty = false;
  readonly #case: FaultCase;
  readonly #folder = new LedgerFolder();
  readonly #window: UploadWindow;
  readonly #source;
  readonly #accountId: string;

  constructor(server: FaultServer, faultCase: FaultCase, place: OtherPlace | undefined) {
    const { call, fetch, fault } = faultCase;
    const [method = '', path = ''] = call.line.split(' ');
    const service = {
      baseUrl: BASE_URL,
      apiKey: 'secret-key',
      email: 'a@example.com',
      client: {
        fetch: (url: string, init: RequestInit) =>
          place && this.isFaulty && init.method === method && url.endsWith(path)
            ? (place.fetch ?? fetch)(url.replace(BASE_URL, place.baseUrl), init)
            : fetch(url.replace(BASE_URL, server.baseUrl), init),
        timeoutMs: () => (this.isFaulty && fault.isEndless === true ? SHORT_MS : LONG_MS),
      },
    };
    const account = accountOf(service);
    this.#case = faultCase;
    this.#accountId = account.id;
    this.#window = new UploadWindow(service, account, this.#folder.open());
    this.#source = this.#window.source('rows.csv', `${CONTENT}2,${randomUUID()}\n`);
  }

  async loadConnections(): Promise<void> {
    assert.equal((await this.#window.feed.refresh()).kind, 'connections');
  }

  async attempt(): Promise<Attempt> {
    const { client, feed } = this.#window;
    const { name, format } = this.#case.call;
    if (format !== undefined) {
      return this.#upload(format);
    }
    if (name === 'connections') {
      const result = await feed.refresh({ isManual: true });
      return {
        failed:
          result.kind === 'failure'
            ? { failure: result.failure, mayHaveArrived: false, isPartlySent: false }
            : undefined,
      };
    }
    try {
      switch (name) {
        case 'me':
          await client.getIdentity();
          return { failed: undefined };
        case 'status':
          return { failed: undefined, phase: jobPhase(await client.getJobStatus(SYNC_ID)) };
        default:
          await client.startSync(ENTITY_ID);
          return { failed: undefined };
      }
    } catch (error) {
      return { failed: apiErrorOf(error) };
    }
  }

  async #upload(format: UploadFormat): Promise<Attempt> {
    const outcome = await this.#window.upload([this.#source], { entityId: ENTITY_ID, format });
    assert.equal(outcome.kind, 'sent');
    const [result] = outcome.results;
    assert.ok(result?.kind === 'started' || result?.kind === 'failed' || result?.kind === 'unknown', result?.kind);
    return { failed: result.kind === 'started' ? undefined : apiErrorOf(result.error) };
  }

  /** What is on screen and in the ledger after the call. */
  assertKept(failed: Reported | undefined): void {
    const { feed, notices } = this.#window;
    const { format } = this.#case.call;
    assert.equal(feed.state.kind, 'loaded');
    assert.deepEqual(
      feed.state.connections.map(({ entityId }) => entityId),
      [ENTITY_ID],
    );
    const { uploads, intents } = this.#records();
    const isUpload = format !== undefined;
    const isUnknown = isUpload && failed?.mayHaveArrived === true;
    assert.equal(uploads.length, isUpload && !failed ? 1 : 0, 'accepted uploads');
    assert.deepEqual(
      intents.map(({ state }) => state),
      isUnknown ? ['unknown'] : [],
    );
    assert.equal(
      notices.filter(({ kind }) => kind === 'unknown').length,
      isUnknown ? 1 : 0,
      'an unknown outcome is told',
    );
  }

  /** The user tries again. An upload that may have arrived is sent only after a question. */
  async recover({ mayHaveArrived }: Reported): Promise<void> {
    const { feed, reviews } = this.#window;
    const { format } = this.#case.call;
    reviews.length = 0;
    assert.deepEqual((await this.attempt()).failed, undefined);
    assert.equal(feed.state.kind === 'loaded' && feed.state.failure, undefined);
    if (format !== undefined) {
      const questions = reviews.filter(({ plans }) => plans[0]?.unanswered !== undefined);
      assert.equal(questions.length, mayHaveArrived ? 1 : 0, 'questions before the same is sent again');
      const { uploads, intents } = this.#records();
      assert.deepEqual([uploads.length, intents.length], [1, 0]);
    }
  }

  close(): void {
    this.#window.dispose();
    this.#folder.remove();
  }

  #records() {
    return this.#folder.open().uploads.read(this.#accountId);
  }
}

function apiErrorOf(error: unknown): ApiError {
  if (!(error instanceof ApiError)) {
    throw new Error('Expected an ApiError.', { cause: error });
  }
  return error;
}
