import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { parseTimestamp } from '../../../src/base/time.ts';
import {
  decodeConnections,
  decodeEnvelope,
  decodeIdentity,
  decodeJobStatus,
  decodeStarted,
} from '../../../src/api/decode.ts';
import { MAX_ID_LENGTH, MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH, MAX_STEPS } from '../../../src/model/limits.ts';

const at = (text: string) => Date.parse(text);

describe('decodeEnvelope', () => {
  it('requires data of any type, and ignores an invalid meta', () => {
    assert.deepEqual(decodeEnvelope({ data: null }), { data: null, meta: undefined });
    assert.deepEqual(decodeEnvelope({ data: [], meta: 'none' }), { data: [], meta: undefined });
    assert.equal(decodeEnvelope({ meta: {} }), undefined);
    assert.equal(decodeEnvelope('data'), undefined);
  });

  it('decodes each member of meta, and ignores those of other types', () => {
    const meta = { apiVersion: 1, requestId: 'r', correlationId: '', workspaceIdentifier: null, more: 'x' };
    assert.deepEqual(decodeEnvelope({ data: 0, meta })?.meta, {
      apiVersion: undefined,
      requestId: 'r',
      correlationId: undefined,
      workspaceIdentifier: undefined,
      timestamp: undefined,
    });
  });
});

describe('decodeConnections', () => {
  it('decodes every field', async () => {
    const row = {
      entityId: 'hash',
      entityName: 'General Ledger',
      hasError: true,
      isActive: false,
      isCurrentlySyncing: true,
      lastSyncId: 's',
      lastSyncStatus: 'completed',
      lastSyncAt: '2026-01-02T03:04:05.678Z',
      nextScheduledSyncAt: '2026-01-02T04:04:05Z',
      sourceSystem: 'ERP',
    };
    assert.deepEqual(await decodeConnections([{ ...row, addedLater: {} }]), {
      connections: [{ ...row, lastSyncAt: at(row.lastSyncAt), nextScheduledSyncAt: at(row.nextScheduledSyncAt) }],
      droppedRows: 0,
      omittedRows: 0,
    });
  });

  it('uses a default or undefined for each missing field', async () => {
    const expected = {
      entityId: 'hash',
      entityName: '',
      hasError: false,
      isActive: true,
      isCurrentlySyncing: false,
      lastSyncId: undefined,
      lastSyncStatus: undefined,
      lastSyncAt: undefined,
      nextScheduledSyncAt: undefined,
      sourceSystem: '',
    };
    const nulls = Object.fromEntries(Object.keys(expected).map((key) => [key, null]));
    for (const row of [{ entityId: 'hash' }, { ...nulls, entityId: 'hash' }]) {
      assert.deepEqual((await decodeConnections([row]))?.connections, [expected]);
    }
  });

  it('drops only rows without a unique id', async () => {
    const rows = [
      { entityId: '' },
      { entityId: ' ' },
      { entityId: 5 },
      null,
      [],
      'x',
      { entityId: 'a' },
      { entityId: 'a' },
    ];
    const decoded = await decodeConnections(rows);
    assert.equal(decoded?.connections.length, 1);
    assert.equal(decoded.droppedRows, 7);
  });

  it('decodes 10,000 rows, and counts the rows after the first 20,000', async () => {
    const rows = Array.from({ length: 20_003 }, (_, index) => ({ entityId: `e${index}` }));
    const inFull = await decodeConnections(rows.slice(0, 10_000));
    assert.deepEqual([inFull?.connections.length, inFull?.omittedRows], [10_000, 0]);
    const cut = await decodeConnections(rows);
    assert.deepEqual([cut?.connections.length, cut?.droppedRows, cut?.omittedRows], [20_000, 0, 3]);
    assert.equal(cut?.connections.at(-1)?.entityId, 'e19999');
  });

  it('handles members with the names of those of Object.prototype', async () => {
    const rows = JSON.parse('[{"entityId":"__proto__","__proto__":{"hasError":true}}]') as unknown;
    const [connection] = (await decodeConnections(rows))?.connections ?? [];
    assert.equal(connection?.entityId, '__proto__');
    assert.equal(connection.hasError, false);
  });

  it('keeps every row with an id, whatever its other members are', async () => {
    const row = fc.record(
      Object.fromEntries(
        ['entityName', 'hasError', 'isActive', 'lastSyncId', 'lastSyncAt', 'sourceSystem'].map((key) => [
          key,
          fc.jsonValue(),
        ]),
      ),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row), async (rows) => {
        const decoded = await decodeConnections(rows.map((fields, i) => ({ ...fields, entityId: `e${i}` })));
        assert.equal(decoded?.connections.length, rows.length);
      }),
    );
  });
});

describe('decodeConnections, compared with a schema', () => {
  const id = z.string().check(z.refine((text) => text.length <= MAX_ID_LENGTH && text.trim() !== ''));
  const short = z.transform((text: string) =>
    text.length <= MAX_NAME_LENGTH ? text : `${text.slice(0, MAX_NAME_LENGTH - 1)}…`,
  );
  const name = z.catch(z.pipe(z.string(), short), '');
  const moment = z.optional(z.pipe(z.unknown(), z.transform(parseTimestamp)));
  const shape = z.object({
    entityId: id,
    entityName: name,
    hasError: z.catch(z.boolean(), false),
    isActive: z.catch(z.boolean(), true),
    isCurrentlySyncing: z.catch(z.boolean(), false),
    lastSyncId: z.catch(z.optional(id), undefined),
    lastSyncStatus: z.catch(z.optional(z.pipe(z.string().check(z.regex(/\S/)), short)), undefined),
    lastSyncAt: moment,
    nextScheduledSyncAt: moment,
    sourceSystem: name,
  });
  const anyValue = fc.oneof(
    fc.jsonValue(),
    fc.boolean(),
    fc.constantFrom(
      '',
      ' ',
      '2026-01-02T03:04:05.678Z',
      '2026-01-02T03:04:05',
      'May',
      'x'.repeat(201),
      'x'.repeat(501),
    ),
  );
  const anyRow = fc.oneof(
    fc.jsonValue(),
    fc.record(Object.fromEntries([...Object.keys(shape.shape), 'other'].map((key) => [key, anyValue])), {
      requiredKeys: [],
    }),
    fc
      .record(Object.fromEntries(Object.keys(shape.shape).map((key) => [key, anyValue])), { requiredKeys: [] })
      .map((row) => ({ ...row, entityId: 'a' })),
  );

  it('reads the same from any row', async () => {
    await fc.assert(
      fc.asyncProperty(anyRow, async (row) => {
        const { data: expected } = z.safeParse(shape, row);
        const decoded = await decodeConnections([row]);
        const absent = { lastSyncId: undefined, lastSyncStatus: undefined, lastSyncAt: undefined };
        assert.deepEqual(
          decoded?.connections,
          expected ? [{ ...absent, nextScheduledSyncAt: undefined, ...expected }] : [],
        );
      }),
      { numRuns: 2000 },
    );
  });
});

describe('decodeConnections of a long list', () => {
  let decoded: number;

  /** Rows that count how many of them have been read. */
  function countedRows(count: number): unknown[] {
    decoded = 0;
    return Array.from({ length: count }, (_, index) => ({
      get entityId() {
        decoded += 1;
        return `e${index}`;
      },
    }));
  }

  it('lets other work run after every 250 rows', async () => {
    const list = decodeConnections(countedRows(10_000));
    let most = decoded;
    for (let before = decoded; decoded < 10_000; before = decoded) {
      await nextTurn();
      most = Math.max(most, decoded - before);
    }
    assert.equal(most, 250);
    assert.equal((await list)?.connections.length, 10_000);
  });

  it('stops when it is aborted', async () => {
    const abort = new AbortController();
    const list = decodeConnections(countedRows(10_000), abort.signal);
    await nextTurn();
    abort.abort(new Error('signed out'));
    await assert.rejects(list, /signed out/);
    const before = decoded;
    await nextTurn();
    assert.equal(decoded, before);
    assert.ok(decoded <= 500);
  });
});

describe('decodeIdentity', () => {
  it('uses the workspace of meta if data has none', () => {
    const meta = {
      apiVersion: undefined,
      requestId: undefined,
      correlationId: undefined,
      workspaceIdentifier: 'acme',
      timestamp: undefined,
    };
    const expected = { user: { email: '', fullName: '' }, workspace: { identifier: 'acme', name: 'acme' } };
    assert.deepEqual(decodeIdentity({}, meta), expected);
    const nameless = { user: {}, workspace: { identifier: 'acme', name: '\u200b ' } };
    assert.deepEqual(decodeIdentity(nameless, undefined), expected);
    assert.deepEqual(decodeIdentity({ user: 'ada', workspace: { identifier: 7 } }, meta), expected);
    assert.equal(decodeIdentity({}, undefined), undefined);
    assert.equal(decodeIdentity(null, meta), undefined);
  });
});

describe('decodeStarted', () => {
  it('decodes ids and message', () => {
    assert.deepEqual(decodeStarted({ syncId: 's', entityId: 'e', message: 'm' }), {
      syncId: 's',
      entityId: 'e',
      message: 'm',
    });
    assert.deepEqual(decodeStarted({ message: 7 }), { syncId: undefined, entityId: undefined, message: '' });
    assert.equal(decodeStarted({ syncId: ' ', message: 'm' })?.syncId, undefined);
    assert.equal(decodeStarted([]), undefined);
    assert.equal(decodeStarted({ syncId: 7, message: 'm' }), undefined);
  });
});

describe('decodeJobStatus', () => {
  it('decodes the job and its steps, and drops invalid steps', () => {
    const decoded = decodeJobStatus(
      {
        syncId: 's',
        status: 'running',
        message: 'Loading',
        startedAt: '2026-01-02T03:04:05.678Z',
        completedAt: null,
        steps: [
          null,
          { name: 'Extract', status: 'completed', count: 12, startedAt: 'then', completedAt: '2026-01-02T03:04:06Z' },
          { count: '12' },
        ],
      },
      'asked',
    );
    assert.deepEqual(decoded, {
      syncId: 's',
      status: 'running',
      message: 'Loading',
      startedAt: at('2026-01-02T03:04:05.678Z'),
      completedAt: undefined,
      steps: [
        {
          name: 'Extract',
          status: 'completed',
          message: '',
          count: 12,
          startedAt: undefined,
          completedAt: at('2026-01-02T03:04:06Z'),
        },
        { name: '', status: '', message: '', count: undefined, startedAt: undefined, completedAt: undefined },
      ],
    });
  });

  it('uses the requested id and no steps if they are missing', () => {
    const decoded = decodeJobStatus({ status: 'completed', steps: 'two' }, 'asked');
    assert.equal(decoded?.syncId, 'asked');
    assert.deepEqual(decoded.steps, []);
  });

  it('requires a status or a completion time', () => {
    assert.equal(decodeJobStatus({ completedAt: '2026-01-02T03:04:06Z' }, 's')?.status, '');
    assert.equal(decodeJobStatus({ completedAt: 'soon' }, 's'), undefined);
    assert.equal(decodeJobStatus(null, 's'), undefined);
  });
});

describe('Values that exceed their limit', () => {
  const long = 'x'.repeat(100_000);

  it('are truncated in texts and in the list of steps', async () => {
    const step = { name: long, status: long, message: long };
    const status = decodeJobStatus({ status: long, message: long, steps: Array(5000).fill(step) }, 'sync-1');
    assert.equal(status?.steps.length, MAX_STEPS);
    assert.ok(JSON.stringify(status).length < 100_000);
    assert.equal(status.message, `${long.slice(1 - MAX_MESSAGE_LENGTH)}…`);
    const row = { entityId: 'e', entityName: long, lastSyncStatus: long, sourceSystem: long };
    const [connection] = (await decodeConnections([row]))?.connections ?? [];
    const name = `${long.slice(1 - MAX_NAME_LENGTH)}…`;
    assert.deepEqual(
      [connection?.entityName, connection?.lastSyncStatus, connection?.sourceSystem],
      [name, name, name],
    );
    assert.equal(decodeStarted({ syncId: 's', message: long })?.message.length, MAX_MESSAGE_LENGTH);
    const identity = decodeIdentity(
      { user: { email: long, fullName: long }, workspace: { identifier: 'w' } },
      undefined,
    );
    assert.deepEqual(identity?.user, { email: name, fullName: name });
  });

  it('are invalid in ids, which are never truncated', async () => {
    const longest = 'x'.repeat(MAX_ID_LENGTH);
    const rows = [{ entityId: longest }, { entityId: `${longest}x` }, { entityId: 'e', lastSyncId: long }];
    const list = await decodeConnections(rows);
    assert.deepEqual(
      list?.connections.map(({ entityId, lastSyncId }) => [entityId, lastSyncId]),
      [
        [longest, undefined],
        ['e', undefined],
      ],
    );
    assert.equal(list.droppedRows, 1);
    assert.equal(decodeJobStatus({ syncId: long, status: 'running' }, 'sync-1')?.syncId, 'sync-1');
    assert.equal(decodeStarted({ syncId: long }), undefined, 'something was started that can not be named');
    assert.equal(decodeEnvelope({ data: {}, meta: { requestId: long } })?.meta?.requestId, undefined);
    assert.equal(decodeIdentity({ workspace: { identifier: long } }, undefined), undefined);
  });
});
