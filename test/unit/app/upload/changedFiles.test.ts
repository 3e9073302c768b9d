import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDiskInput } from '../../../../src/app/upload/diskInput.ts';
import { fileFailureOf } from '../../../../src/app/upload/fileFailure.ts';
import { fileToSend } from '../../../../src/app/upload/fileToSend.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import type { Conversion, UploadFile, UploadFormat } from '../../../../src/model/upload.ts';
import { clientOf, envelope, sendJson, startRawServer } from '../../api/rawServer.ts';
import type { RawServer } from '../../api/rawServer.ts';
import { thrownBy } from '../../api/thrownBy.ts';
import { WORKER_PROGRAM } from './uploadWindow.ts';

const SMALL = Buffer.from('id;name\n1;checked\n');
/** More than what the operating system takes before the service reads. */
const LARGE = Buffer.from(`id;name\n${'1;a longer name\n'.repeat(1_000_000)}`);
/** Of several chunks. */
const MEDIUM = LARGE.subarray(0, 3_000_000);

type Change = (path: string, content: Buffer) => Promise<unknown>;

const CHANGES: readonly (readonly [string, Change, 'changed' | 'deleted'])[] = [
  ['is deleted', (path) => rm(path), 'deleted'],
  ['is renamed', (path) => rename(path, `${path}.old`), 'deleted'],
  ['is truncated', (path) => truncate(path, 10), 'changed'],
  ['is emptied', (path) => truncate(path, 0), 'changed'],
  ['gets longer', (path) => appendFile(path, '2;late\n'), 'changed'],
  ['is replaced', replace, 'changed'],
  ['is edited, with the same size and time', editUnnoticed, 'changed'],
];

describe('A file that changes after its check', function () {
  this.timeout(60_000);

  let server: RawServer;
  let folder: string;
  let workers: DataWorkers;
  /** Called with each request, before it is read. */
  let onRequest: (request: IncomingMessage) => unknown;
  let received: { bytes: number; readonly expected: number; isComplete: boolean }[];

  before(async () => {
    workers = new DataWorkers(WORKER_PROGRAM);
    server = await startRawServer((request, response) => {
      const body = { bytes: 0, expected: Number(request.headers['content-length']), isComplete: false };
      received.push(body);
      const read = async (): Promise<void> => {
        await onRequest(request);
        for await (const chunk of request) {
          body.bytes += (chunk as Buffer).byteLength;
        }
        body.isComplete = true;
        sendJson(response, 200, envelope({ syncId: 's1', entityId: 'hash', message: 'Accepted' }));
      };
      read().catch(() => response.destroy());
    });
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'changed-'));
    received = [];
    onRequest = () => undefined;
  });
  afterEach(() => rm(folder, { recursive: true }));
  after(async () => {
    workers.dispose();
    await server.stop();
  });

  /** Writes a file and checks it. */
  async function checked(content: Buffer, conversion: Conversion) {
    const path = join(folder, 'rows.csv');
    await writeFile(path, content);
    const input = await readDiskInput(
      { path, uri: `file://${path}`, name: 'rows.csv', folder, languageId: '' },
      { workers, chooseKind: () => Promise.resolve('csv') },
    );
    assert.ok(input);
    const { signal } = new AbortController();
    const plan = { input, check: await input.check({ signal }), conversion };
    const send = async (format: UploadFormat, beforeRequest: () => unknown): Promise<unknown> => {
      const file: UploadFile = await fileToSend(plan, { workers, signal, onConverting: () => undefined });
      await beforeRequest();
      return clientOf(server.baseUrl).upload({ entityId: 'hash', format, file });
    };
    return { path, send };
  }

  for (const format of ['multipart', 'json'] as const) {
    for (const [how, conversion] of [
      ['as it is', {}],
      ['converted', { fromDelimiter: ';' }],
    ] as const) {
      for (const [size, content] of [
        ['small', SMALL],
        ['several chunks', MEDIUM],
      ] as const) {
        it(`is sent if it does not (${format}, ${how}, ${size})`, async () => {
          const { send } = await checked(content, conversion);
          await send(format, () => undefined);
          assert.ok(received.length === 1 && received[0]?.isComplete);
        });

        for (const [what, change, failure] of CHANGES) {
          it(`is not requested if it ${what} before it is sent (${format}, ${how}, ${size})`, async () => {
            const { path, send } = await checked(content, conversion);
            const error = await thrownBy(send(format, () => change(path, content)));
            assert.equal(fileFailureOf(error), failure, String(error));
            assert.deepEqual(received, []);
          });
        }
      }

      for (const [what, change, failure] of CHANGES) {
        it(`is never sent completely if it ${what} meanwhile (${format}, ${how})`, async () => {
          const { path, send } = await checked(LARGE, conversion);
          onRequest = () => change(path, LARGE);
          const error = await thrownBy(send(format, () => undefined));
          assert.equal(fileFailureOf(error), failure, String(error));
          const [body] = received;
          assert.ok(body && received.length === 1 && !body.isComplete && body.bytes < body.expected);
        });
      }
    }
  }
});

/** As programs do that write a new file first. */
async function replace(path: string, content: Buffer): Promise<void> {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

async function editUnnoticed(path: string, content: Buffer): Promise<void> {
  const { atime, mtime } = await stat(path);
  const changed = Buffer.from(content);
  changed[changed.length - 2] = 'X'.charCodeAt(0);
  await writeFile(path, changed);
  await utimes(path, atime, mtime);
}
