import assert from 'node:assert/strict';
import { convertFile } from '../../../../src/data/worker/convertFile.ts';
import { memoryFile } from '../../../../src/data/file/memoryFile.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import type { UploadFile } from '../../../../src/model/upload.ts';

const PROGRAM = new URL('../../../../src/data/worker/main.ts', import.meta.url);
const ROWS = 200_000;
const CONVERSION = { fromEncoding: 'windows-1252', fromDelimiter: ';' } as const;

describe('The conversion of a large file', () => {
  const large = memoryFile('a.csv', 'csv', Buffer.from(`name;amount\r\n${'Müller;1,5\r\n'.repeat(ROWS)}`, 'latin1'));
  const expected = Buffer.from(`name,amount\r\n${'Müller,"1,5"\r\n'.repeat(ROWS)}`);
  let workers: DataWorkers;

  beforeEach(() => (workers = new DataWorkers(PROGRAM)));
  afterEach(() => workers.dispose());

  it('runs in a worker each time the file is read', async () => {
    const converted = await convertFile(large, CONVERSION, workers);
    assert.equal(converted.byteLength, expected.length);
    for (let times = 0; times < 2; times++) {
      assert.ok((await bytesOf(converted)).equals(expected));
    }
  });

  it('does not block the event loop', async () => {
    let turns = 0;
    const count = setInterval(() => turns++, 1);
    await convertFile(large, CONVERSION, workers);
    clearInterval(count);
    assert.ok(turns > 0);
  });

  it('can be abandoned and repeated', async () => {
    const converted = await convertFile(large, CONVERSION, workers);
    for await (const chunk of converted.chunks()) {
      assert.ok(chunk.length < converted.byteLength);
      break;
    }
    assert.ok((await bytesOf(converted)).equals(expected));
  });

  it('rejects with the reason when cancelled', async () => {
    const cancel = new AbortController();
    const reason = new Error('Enough.');
    const file: UploadFile = {
      ...large,
      async *chunks() {
        yield* large.chunks();
        cancel.abort(reason);
      },
    };
    await assert.rejects(convertFile(file, CONVERSION, workers, cancel.signal), reason);
  });

  it('throws what reading throws, and the error of its worker', async () => {
    const unreadable = new Error('EIO');
    const file: UploadFile = {
      ...large,
      async *chunks() {
        yield* large.chunks();
        throw unreadable;
      },
    };
    await assert.rejects(convertFile(file, CONVERSION, workers), unreadable);
    const silent = new DataWorkers(new URL('data:text/javascript,'));
    await assert.rejects(convertFile(large, CONVERSION, silent), /ended/);
    const broken = new DataWorkers(new URL('data:text/javascript,throw new Error("broken")'));
    await assert.rejects(convertFile(large, CONVERSION, broken), /broken/);
  });
});

async function bytesOf(file: UploadFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks()) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
