import assert from 'node:assert/strict';
import { fileToSend } from '../../../../src/app/upload/fileToSend.ts';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import { memoryFile } from '../../../../src/data/file/memoryFile.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import { FileChangedError } from '../../../../src/model/upload.ts';
import type { Conversion, UploadFile } from '../../../../src/model/upload.ts';
import { LocalService } from '../../../service/localService.ts';
import { clientOf } from '../../api/rawServer.ts';
import { thrownBy } from '../../api/thrownBy.ts';

const PROGRAM = new URL('../../../../src/data/worker/main.ts', import.meta.url);
const CHECKED = Buffer.from('id;name\n1;checked\n');
/** Of the same length. */
const CHANGED = Buffer.from('id;name\n1;CHANGED\n');

describe('What is sent of a file', function () {
  this.timeout(30_000);

  let service: LocalService;
  let entityId: string;
  let workers: DataWorkers;

  before(async () => {
    service = await LocalService.start();
    [entityId] = await service.uploadTargets();
    workers = new DataWorkers(PROGRAM);
  });
  after(async () => {
    workers.dispose();
    await service.stop();
  });

  async function send(content: Buffer, format: 'multipart' | 'json', conversion: Conversion): Promise<unknown> {
    const file: UploadFile = {
      ...memoryFile('a.csv', 'csv', CHECKED),
      chunks: () => memoryFile('', 'csv', content).chunks(),
    };
    const check = new DataCheck('csv');
    check.push(CHECKED);
    const { signal } = new AbortController();
    const client = clientOf(service.baseUrl, {
      credential: () =>
        Promise.resolve({ method: 'apiKey', origin: new URL(service.baseUrl).origin, apiKey: service.apiKey }),
    });
    const plan = { input: { file }, check: check.end(), conversion };
    const sent = await fileToSend(plan, { workers, signal, onConverting: () => undefined });
    return client.upload({ entityId, format, file: sent });
  }

  for (const format of ['multipart', 'json'] as const) {
    for (const [how, conversion] of [
      ['as it is', {}],
      ['converted', { fromDelimiter: ';' }],
    ] as const) {
      it(`is exactly what was checked, or nothing is loaded, even if the length is the same (${format}, ${how})`, async () => {
        const before = (await service.uploads()).length;
        const error = await thrownBy(send(CHANGED, format, conversion));
        assert.ok(error instanceof FileChangedError, String(error));
        assert.equal((await service.uploads()).length, before);
        await send(CHECKED, format, conversion);
        assert.equal((await service.uploads()).length, before + 1);
      });
    }
  }
});
