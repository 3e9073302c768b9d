import assert from 'node:assert/strict';
import {
  decodeConnections,
  decodeEnvelope,
  decodeIdentity,
  decodeJobStatus,
  decodeStarted,
} from '../../../src/api/decode.ts';
import { decodeProblem } from '../../../src/api/responseError.ts';
import { isUsableId, MAX_MESSAGE_LENGTH, MAX_STEPS } from '../../../src/model/limits.ts';
import { JSON_PUNCTUATION } from '../fuzzTarget.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';

const META =
  '"meta":{"apiVersion":"1.0","requestId":"r","correlationId":"c","workspaceIdentifier":"w","timestamp":"t"}';
const STEP =
  '{"name":"Load","status":"running","message":"","count":3,"startedAt":"2026-01-02T03:04:05.678Z","completedAt":null}';
const CONNECTION =
  '{"entityId":"e","entityName":"Ledger","hasError":false,"isActive":true,"isCurrentlySyncing":true,"lastSyncId":"s",' +
  '"lastSyncStatus":"completed","lastSyncAt":"2026-01-02T03:04:05Z","nextScheduledSyncAt":null,"sourceSystem":"ERP"}';

/** The decoders of all responses. What they return is within its limits, and decoding it again changes nothing. */
export const responses: FuzzTarget = {
  name: 'responses',
  sources: ['/src/api/decode.ts', '/src/api/responseError.ts', '/src/base/time.ts', '/src/model/limits.ts'],
  seeds: [
    `{"data":[${CONNECTION}],${META}}`,
    `{"data":[${CONNECTION},{"entityId":"f"},{"entityId":"e"},{}]}`,
    `{"data":{"syncId":"s","entityId":"e","message":"Started","status":"running","startedAt":"2026-01-02T03:04:05.678Z","completedAt":null,"steps":[${STEP}]},${META}}`,
    '{"data":{"user":{"email":"a@b.example","fullName":"Ada"},"workspace":{"identifier":"w","name":"W"}},"meta":{}}',
    '{"type":"about:blank","title":"No","detail":"Because","requestId":"r","errors":{"data":["x",1],"e":"y"},"message":"m"}',
  ],
  words: [
    ...JSON_PUNCTUATION,
    'null',
    'true',
    'false',
    '0',
    '-1',
    '1.5',
    '1e400',
    '""',
    '" "',
    '[]',
    '{}',
    '"\\ud800"',
    '"__proto__":',
    '"data":',
    '"meta":',
    '"entityId":',
    '"syncId":',
    '"status":',
    '"steps":',
    '"count":',
    '"message":',
    '"2026-01-02T03:04:05Z"',
    '"9999-12-31T23:59:59Z"',
    '"2026-13-45"',
    `"${'x'.repeat(510)}"`,
    `${STEP},`,
    `${CONNECTION},`,
    '"errors":{"a":["b"]}',
    '\\u0000',
    '\\u202e',
    '"completedAt":"2026-01-02T03:04:06Z"',
  ],
  cases: 12_000,
  async run(input) {
    const text = input.toString();
    const problem = decodeProblem(text);
    assert.ok((problem?.fieldErrors.size ?? 0) <= 50, 'field errors');
    const response = parsed(text);
    const envelope = decodeEnvelope(response);
    if (envelope === undefined) {
      return `no envelope ${typeof problem}`;
    }
    const { data, meta } = envelope;
    assert.deepEqual(decodeEnvelope({ data, meta }), envelope, 'the envelope again');
    const identity = decodeIdentity(data, meta);
    assert.deepEqual(identity && decodeIdentity(identity, undefined), identity, 'the identity again');
    const started = decodeStarted(data);
    assert.ok((started?.message.length ?? 0) <= MAX_MESSAGE_LENGTH, 'message');
    assert.deepEqual(started && decodeStarted(started), started, 'the start again');
    const status = decodeJobStatus(data, 's');
    if (status !== undefined) {
      assert.ok(status.steps.length <= MAX_STEPS, 'steps');
      assert.deepEqual(decodeJobStatus(written(status), 's'), status, 'the status again');
    }
    const list = await decodeConnections(data);
    if (list !== undefined) {
      const { connections, droppedRows, omittedRows } = list;
      assert.equal(connections.length + droppedRows + omittedRows, (data as readonly unknown[]).length, 'rows');
      assert.ok(
        connections.every(({ entityId }) => isUsableId(entityId)),
        'ids',
      );
      assert.equal(new Set(connections.map(({ entityId }) => entityId)).size, connections.length, 'unique ids');
      const again = await decodeConnections(written(connections));
      assert.deepEqual(again, { connections, droppedRows: 0, omittedRows: 0 }, 'the connections again');
    }
    return [problem, meta, identity, started?.syncId, status?.steps[0], list?.connections[0], list?.droppedRows]
      .map((value) => typeof value)
      .join(' ');
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As the service writes it: times as text. */
function written(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) =>
      typeof member === 'number' && key.endsWith('At') ? new Date(member).toISOString() : member,
    ),
  );
}
