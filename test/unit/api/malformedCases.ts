import { plainText } from '../../../src/base/displayText.ts';
import type { ServiceClient } from '../../../src/api/serviceClient.ts';
import {
  MAX_ID_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_STEP_MESSAGE_LENGTH,
} from '../../../src/model/limits.ts';
import { fileOf } from './uploadFiles.ts';

const RESPONSE_LIMIT = 1024 * 1024;

/** Values in place of a field, as JSON text, because `JSON.stringify` can't write all of them; undefined: no field. */
export const VALUES: Readonly<Record<string, string | undefined>> = {
  absent: undefined,
  null: 'null',
  true: 'true',
  false: 'false',
  'an integer': '7',
  'a negative number': '-7',
  'a fraction': '1.5',
  'a huge number': '1e308',
  'an infinite number': '1e999',
  'empty text': '""',
  'blank text': '" \\t"',
  digits: '"123"',
  'text with bidirectional characters': '"\u202Etxet\u2066"',
  'text with NUL': '"te\\u0000xt"',
  'text with a lone surrogate': '"te\\uD800xt"',
  'the text __proto__': '"__proto__"',
  'text of 10,000 surrogate pairs': `"${'😀'.repeat(10_000)}"`,
  'text of a megabyte': `"${'x'.repeat(RESPONSE_LIMIT)}"`,
  'an object with __proto__': '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  'an empty array': '[]',
  'an array of objects': '[{},{}]',
  'nested arrays': '['.repeat(10_000) + ']'.repeat(10_000),
};

type Fields = Record<string, unknown>;

/** What the client is expected to do with a value in one field. */
type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  /** The row or step that has the field is left out. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'unexpectedResponse'; readonly detail: 'noEnvelope' | 'missingFields' }
  | { readonly kind: 'rejected'; readonly message: string };

type Rule = (value: unknown) => Outcome;

const MISSING: Outcome = { kind: 'unexpectedResponse', detail: 'missingFields' };
const DROPPED: Outcome = { kind: 'dropped' };

const becomes = (value: unknown): Outcome => ({ kind: 'value', value });
const always =
  (outcome: Outcome): Rule =>
  () =>
    outcome;
const id: Rule = (value) => becomes(isId(value) ? value : undefined);
const requiredId = (otherwise: Outcome) => (value: unknown) => (isId(value) ? becomes(value) : otherwise);
const text = (maxLength: number) => (value: unknown) => becomes(typeof value === 'string' ? cut(value, maxLength) : '');
const name = text(MAX_NAME_LENGTH);
/** The identifier takes the place of a name that can't be seen. */
const workspaceName: Rule = (value) =>
  typeof value === 'string' && plainText(value) !== '' ? name(value) : becomes(WORKSPACE.identifier);
const message = text(MAX_MESSAGE_LENGTH);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const filled =
  (otherwise: Outcome): Rule =>
  (value) =>
    isText(value) ? name(value) : otherwise;
/** None of the values is a timestamp. */
const timestamp = always(becomes(undefined));
const integer: Rule = (value) => becomes(Number.isSafeInteger(value) ? value : undefined);

function isId(value: unknown): value is string {
  return isText(value) && value.length <= MAX_ID_LENGTH && !/\p{Surrogate}/u.test(value);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As many whole characters as fit, with an ellipsis if there are more. */
function cut(value: string, maxLength: number): string {
  if (value.length <= maxLength) {
    return value;
  }
  let kept = '';
  for (const character of value.slice(0, maxLength)) {
    if (kept.length + character.length >= maxLength) {
      break;
    }
    kept += character;
  }
  return `${kept}…`;
}

/** A response, what the client makes of it, and what it should make of it with another value in each of the fields. */
interface ExpectedResponse {
  readonly call: (client: ServiceClient) => Promise<unknown>;
  readonly isPost?: true;
  readonly data: unknown;
  readonly meta?: Fields;
  /** What the client returns; undefined if it fails. */
  readonly decoded?: unknown;
  /** Where in `decoded` the data is, and in it the row or step that is dropped if it is unusable. */
  readonly dataIn?: string;
  readonly droppedFrom?: string;
  /** By the path of the field in the response. */
  readonly rules: Readonly<Record<string, Rule>>;
}

const META = {
  apiVersion: '1.0',
  requestId: 'request-1',
  correlationId: 'correlation-1',
  workspaceIdentifier: 'workspace-of-meta',
  timestamp: '2026-01-02T03:04:05.678Z',
};
const NO_META = Object.fromEntries(Object.keys(META).map((key) => [key, undefined]));
const [START, END] = ['2026-01-02T03:04:05.678Z', '2026-01-02T03:05:06.789Z'];
const times = { startedAt: START, completedAt: END };
const decodedTimes = { startedAt: Date.parse(START), completedAt: Date.parse(END) };

const NO_USER = { email: '', fullName: '' };
const USER = { email: 'ada@acme.example', fullName: 'Ada Byron' };
const WORKSPACE = { identifier: 'acme', name: 'Acme' };
const WORKSPACE_OF_META = { identifier: META.workspaceIdentifier, name: META.workspaceIdentifier };

const CONNECTION = {
  entityName: 'General Ledger',
  hasError: true,
  isActive: false,
  isCurrentlySyncing: true,
  lastSyncId: 'sync-1',
  lastSyncStatus: 'completed',
  sourceSystem: 'ERP',
};
const connection = (entityId: string) => ({
  entityId,
  ...CONNECTION,
  lastSyncAt: START,
  nextScheduledSyncAt: END,
});
const decodedConnection = (entityId: string) => ({
  entityId,
  ...CONNECTION,
  lastSyncAt: Date.parse(START),
  nextScheduledSyncAt: Date.parse(END),
});

const STEP = { name: 'Load', status: 'completed', message: 'Loaded', count: 3 };
const NO_STEP = {
  name: '',
  status: '',
  message: '',
  count: undefined,
  startedAt: undefined,
  completedAt: undefined,
};

const STARTED = { syncId: 'sync-1', entityId: 'entity-1', message: 'Started' };
const STARTED_IDS = { requestId: META.requestId, correlationId: META.correlationId };
const startSync = (client: ServiceClient) => client.startSync('asked');
const upload = (client: ServiceClient) =>
  client.upload({ entityId: 'asked', format: 'multipart', file: fileOf('csv', ['a\n1\n']) });
const startedRules: ExpectedResponse['rules'] = {
  data: always(MISSING),
  // Without a syncId, the message says why nothing was started. With one that names nothing, something may have been started.
  'data.syncId': (value) =>
    (value ?? '') === '' || (typeof value === 'string' && value.trim() === '')
      ? { kind: 'rejected', message: STARTED.message }
      : requiredId(MISSING)(value),
  'data.entityId': requiredId(becomes('asked')),
  'data.message': message,
};
const refusal: Pick<ExpectedResponse, 'isPost' | 'data' | 'rules'> = {
  isPost: true,
  data: { message: 'No such entity.' },
  rules: {
    'data.message': (value) =>
      isText(value) ? { kind: 'rejected', message: cut(value, MAX_MESSAGE_LENGTH) } : MISSING,
  },
};

/** The `meta` is compared as the client announces it. */
function withoutMeta(response: object): unknown {
  return Object.fromEntries(Object.entries(response).filter(([name]) => name !== 'meta'));
}

const RESPONSES: Readonly<Record<string, ExpectedResponse>> = {
  'GET /me': {
    call: async (client) => withoutMeta(await client.getIdentity()),
    data: { user: USER, workspace: WORKSPACE },
    meta: { ...META, workspaceIdentifier: undefined },
    decoded: { user: USER, workspace: WORKSPACE },
    rules: {
      data: always(MISSING),
      'data.user': always(becomes(NO_USER)),
      'data.user.email': name,
      'data.user.fullName': name,
      'data.workspace': always(MISSING),
      'data.workspace.identifier': requiredId(MISSING),
      'data.workspace.name': workspaceName,
    },
  },
  'GET /me with the workspace in meta': {
    call: async (client) => withoutMeta(await client.getIdentity()),
    data: { user: USER },
    decoded: { user: USER, workspace: WORKSPACE_OF_META },
    rules: {
      data: (value) => (isRecord(value) ? becomes({ user: NO_USER, workspace: WORKSPACE_OF_META }) : MISSING),
      'data.workspace': always(becomes(WORKSPACE_OF_META)),
      meta: always(MISSING),
      'meta.workspaceIdentifier': (value) =>
        isId(value) ? becomes({ user: USER, workspace: { identifier: value, name: value } }) : MISSING,
    },
  },
  'GET /connections': {
    call: async (client) => {
      const { connections, droppedRows, omittedRows } = await client.listConnections();
      return { connections, droppedRows, omittedRows };
    },
    data: ['first', 'second', 'third'].map(connection),
    decoded: { connections: ['first', 'second', 'third'].map(decodedConnection), droppedRows: 0, omittedRows: 0 },
    dataIn: 'connections',
    droppedFrom: 'connections',
    rules: {
      data: (value) =>
        Array.isArray(value) ? becomes({ connections: [], droppedRows: value.length, omittedRows: 0 }) : MISSING,
      'data.1': always(DROPPED),
      'data.1.entityId': requiredId(DROPPED),
      'data.1.entityName': name,
      'data.1.hasError': (value) => becomes(value === true),
      'data.1.isActive': (value) => becomes(value !== false),
      'data.1.isCurrentlySyncing': (value) => becomes(value === true),
      'data.1.lastSyncId': id,
      'data.1.lastSyncStatus': filled(becomes(undefined)),
      'data.1.lastSyncAt': timestamp,
      'data.1.nextScheduledSyncAt': timestamp,
      'data.1.sourceSystem': name,
    },
  },
  'POST /connections/sync': {
    call: startSync,
    isPost: true,
    data: STARTED,
    decoded: { ...STARTED, ...STARTED_IDS },
    rules: {
      ...startedRules,
      meta: always(becomes({ ...STARTED, requestId: undefined, correlationId: undefined })),
      'meta.apiVersion': always(becomes({ ...STARTED, ...STARTED_IDS })),
      'meta.requestId': (value) => becomes({ ...STARTED, ...STARTED_IDS, requestId: isId(value) ? value : undefined }),
      'meta.correlationId': (value) =>
        becomes({ ...STARTED, ...STARTED_IDS, correlationId: isId(value) ? value : undefined }),
      'meta.workspaceIdentifier': always(becomes({ ...STARTED, ...STARTED_IDS })),
      'meta.timestamp': always(becomes({ ...STARTED, ...STARTED_IDS })),
    },
  },
  'POST /connections/sync, refused': { call: startSync, ...refusal },
  'GET /connections/sync/{syncId}/status': {
    call: async (client) => withoutMeta(await client.getJobStatus('asked')),
    data: {
      syncId: 'sync-1',
      status: 'running',
      message: 'Loading',
      startedAt: START,
      completedAt: null,
      steps: [
        { ...STEP, ...times },
        { ...STEP, ...times },
        { ...STEP, ...times },
      ],
    },
    decoded: {
      syncId: 'sync-1',
      status: 'running',
      message: 'Loading',
      startedAt: Date.parse(START),
      completedAt: undefined,
      steps: [
        { ...STEP, ...decodedTimes },
        { ...STEP, ...decodedTimes },
        { ...STEP, ...decodedTimes },
      ],
    },
    droppedFrom: 'steps',
    rules: {
      data: always(MISSING),
      'data.syncId': requiredId(becomes('asked')),
      'data.status': filled(MISSING),
      'data.message': message,
      'data.startedAt': timestamp,
      'data.completedAt': timestamp,
      'data.steps': (value) =>
        becomes(Array.isArray(value) ? value.flatMap((step) => (isRecord(step) ? [NO_STEP] : [])) : []),
      'data.steps.1': (value) => (isRecord(value) ? becomes(NO_STEP) : DROPPED),
      'data.steps.1.name': name,
      'data.steps.1.status': filled(becomes('')),
      'data.steps.1.message': text(MAX_STEP_MESSAGE_LENGTH),
      'data.steps.1.count': integer,
      'data.steps.1.startedAt': timestamp,
      'data.steps.1.completedAt': timestamp,
    },
  },
  'GET /connections/sync/{syncId}/status of an ended job': {
    call: async (client) => withoutMeta(await client.getJobStatus('asked')),
    data: { completedAt: END },
    decoded: {
      syncId: 'asked',
      status: '',
      message: '',
      startedAt: undefined,
      completedAt: Date.parse(END),
      steps: [],
    },
    rules: { 'data.status': filled(becomes('')), 'data.completedAt': always(MISSING) },
  },
  'POST /dataloader/upload': {
    call: upload,
    isPost: true,
    data: STARTED,
    decoded: { ...STARTED, ...STARTED_IDS },
    rules: startedRules,
  },
  'POST /dataloader/upload, refused': { call: upload, ...refusal },
};

/** One response with one value in one field. */
interface Case {
  readonly title: string;
  readonly response: ExpectedResponse;
  readonly path: string;
  readonly json: string | undefined;
}

export const CASES: readonly Case[] = Object.entries(RESPONSES).flatMap(([request, response]) =>
  Object.keys(response.rules).flatMap((path) =>
    Object.entries(VALUES)
      // A row that is absent is none.
      .filter(([, json]) => json !== undefined || !path.endsWith('.1'))
      .map(([value, json]) => ({ title: `${request}: ${path} is ${value}`, response, path, json })),
  ),
);

/** The text of the response. */
export function textOf({ response, path, json }: Case): string {
  const whole = structuredClone({ data: response.data, meta: response.meta ?? META }) as Fields;
  const marker = '\uE000';
  put(whole, path.split('.'), json === undefined ? undefined : marker);
  return JSON.stringify(whole).replace(`"${marker}"`, () => json ?? '');
}

function put(whole: Fields, path: readonly string[], value: unknown): void {
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce((parent, key) => parent[key] as Fields, whole);
  parent[last] = value;
}

export type Result = { readonly decoded: unknown } | { readonly failure: unknown; readonly mayHaveArrived: boolean };

interface Expected {
  readonly result: Result;
  /** The `meta` that is made known, if any. */
  readonly metas: readonly unknown[];
}

export function expectedOf(given: Case, text: string): Expected {
  const { response, path, json } = given;
  const isWithoutData = path === 'data' && json === undefined;
  if (isWithoutData || isTooLarge(given, text)) {
    const failure = isWithoutData
      ? { kind: 'unexpectedResponse', status: 200, detail: 'noEnvelope' }
      : { kind: 'tooLarge', limitBytes: RESPONSE_LIMIT };
    return { result: { failure, mayHaveArrived: response.isPost === true }, metas: [] };
  }
  const value: unknown = json === undefined ? undefined : JSON.parse(json);
  const outcome = response.rules[path]?.(value) ?? MISSING;
  return { result: resultOf(given, outcome), metas: metasOf(given, value) };
}

/** Only a list of connections may be larger than a megabyte. */
function isTooLarge({ response }: Case, text: string): boolean {
  return response.droppedFrom !== 'connections' && Buffer.byteLength(text) > RESPONSE_LIMIT;
}

function resultOf({ response, path }: Case, outcome: Outcome): Result {
  const { isPost = false, dataIn, droppedFrom = '', decoded } = response;
  switch (outcome.kind) {
    case 'unexpectedResponse':
      return { failure: { ...outcome, status: 200 }, mayHaveArrived: isPost };
    case 'rejected': {
      const failure = { ...outcome, reason: 'byService', status: 200, problem: undefined };
      return { failure, mayHaveArrived: false };
    }
    case 'dropped': {
      const whole = decoded as Fields;
      const kept = (whole[droppedFrom] as readonly unknown[]).toSpliced(1, 1);
      return { decoded: { ...whole, [droppedFrom]: kept, ...(droppedFrom === 'connections' && { droppedRows: 1 }) } };
    }
    case 'value': {
      const [root, ...field] = path.split('.');
      if (root === 'meta' || field.length === 0) {
        return { decoded: outcome.value };
      }
      const whole = structuredClone(decoded) as Fields;
      put(whole, dataIn === undefined ? field : [dataIn, ...field], outcome.value);
      return { decoded: whole };
    }
  }
}

function metasOf({ response: { meta = META }, path }: Case, value: unknown): readonly unknown[] {
  const [root, field] = path.split('.');
  if (root !== 'meta') {
    return [meta];
  }
  if (field === undefined) {
    return isRecord(value) ? [NO_META] : [];
  }
  return [{ ...meta, [field]: isId(value) ? value : undefined }];
}
