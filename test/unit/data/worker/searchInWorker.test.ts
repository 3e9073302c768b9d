import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentDigest } from '../../../../src/data/digest/contentDigest.ts';
import { slicesOf } from '../../../../src/data/text/textSlices.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import type { SearchResult } from '../../../../src/data/worker/workerMessage.ts';

const PROGRAM = new URL('../../../../src/data/worker/main.ts', import.meta.url);
const ROWS = 300_000;
const TEXT = `id,town,amount\n${'1,Zürich,5\n'.repeat(ROWS)}2,Bern,abc\n`;
const MESSAGE = `Row ${(ROWS + 1).toLocaleString('en-US')}: 'abc' is not a valid amount`;

describe('The search for references in a worker', () => {
  const request = { kind: 'csv', conversion: {}, messages: [MESSAGE] } as const;
  const digest = digestOf(TEXT);
  let workers: DataWorkers;
  let folder: string;

  before(async () => (folder = await mkdtemp(join(tmpdir(), 'references-'))));
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => (workers = new DataWorkers(PROGRAM)));
  afterEach(() => workers.dispose());

  async function inFile(content: string, signal?: AbortSignal): Promise<SearchResult> {
    const path = join(folder, 'towns.csv');
    await writeFile(path, content);
    return workers.run({ type: 'searchFile', path, digest, request }, { signal }, ({ result }) => result);
  }

  it('finds the same in a file, in bytes, and in the text of an editor', async () => {
    const inBytes = await workers.run({ type: 'searchBytes', digest, request }, {}, async (session) => {
      await session.sendBytes(Buffer.from(TEXT));
      return session.end();
    });
    const text = {
      version: 1,
      isClosed: false,
      length: TEXT.length,
      read: (start: number, units: number) => TEXT.slice(start, start + units),
    };
    const inText = await workers.run({ type: 'searchText', digest, request }, {}, async (session) => {
      await session.sendText(slicesOf(text));
      return session.end();
    });
    const line = ROWS + 2;
    const problem = { line, column: 8, endLine: line, endColumn: 11, written: 'abc', before: '2,Bern,', text: MESSAGE };
    for (const found of [await inFile(TEXT), inBytes, inText]) {
      assert.deepEqual(found, [problem]);
    }
  });

  it('finds nothing in another content', async () => {
    assert.equal(await inFile(`${TEXT}3,Basel,6\n`), undefined);
  });

  it('stops when cancelled', async () => {
    const cancel = new AbortController();
    const search = inFile(TEXT.repeat(20), cancel.signal);
    setImmediate(() => cancel.abort(new Error('Enough.')));
    await assert.rejects(search, /Enough/);
  });

  it('rejects where the file is gone', async () => {
    const task = { type: 'searchFile', path: join(folder, 'gone.csv'), digest, request } as const;
    await assert.rejects(
      workers.run(task, {}, ({ result }) => result),
      { code: 'ENOENT' },
    );
  });
});

function digestOf(text: string): string {
  const digest = new ContentDigest();
  digest.update(Buffer.from(text));
  return digest.digest();
}
