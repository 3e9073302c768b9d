import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ContentDigest } from '../../../../src/data/digest/contentDigest.ts';
import { BROKEN_ARCHIVE } from '../../../../src/data/gzip/gunzip.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import { checkGzip, fingerprintGzip } from '../../../../src/data/worker/gzippedData.ts';
import { fileOf } from '../../api/uploadFiles.ts';
import { checkText } from '../check/checkText.ts';

const PROGRAM = new URL('../../../../src/data/worker/main.ts', import.meta.url);
const TEXT = 'id;town\n1;Zürich\n2;Bern\n3\n';
const COMPRESSED = gzipSync(TEXT);

describe('Compressed data', () => {
  let workers: DataWorkers;
  let folder: string;

  before(async () => (folder = await mkdtemp(join(tmpdir(), 'gzipped-'))));
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => (workers = new DataWorkers(PROGRAM)));
  afterEach(() => workers.dispose());

  const file = () => fileOf('csv', [COMPRESSED.subarray(0, 10), COMPRESSED.subarray(10)]);

  it('is checked as the text in it, with the digest and the length of the file, and is a problem itself', async () => {
    const ofText = checkText('csv', TEXT);
    assert.deepEqual(await checkGzip(file(), workers, {}), {
      ...ofText,
      byteLength: COMPRESSED.length,
      unpackedBytes: Buffer.byteLength(TEXT),
      digest: digestOf(COMPRESSED),
      problems: [{ code: 'compressed', severity: 'blocking', line: 1, column: 1 }, ...ofText.problems],
    });
  });

  it('is no problem if it is decompressed, and what the conversion makes of it is checked', async () => {
    const conversion = { fromGzip: true as const, fromDelimiter: ';' };
    const result = await checkGzip(file(), workers, { conversion, totals: true });
    const expected = checkText('csv', TEXT.replaceAll(';', ','));
    assert.deepEqual(result.problems, expected.problems);
    assert.deepEqual(result.firstRows, [['1', 'Zürich'], ['2', 'Bern'], ['3']]);
    assert.equal(result.totals?.length, 2);
    assert.equal(result.digest, digestOf(COMPRESSED));
  });

  it('is read in the chosen encoding', async () => {
    const latin = fileOf('csv', [gzipSync(Buffer.from('id,town\n1,Z\xfcrich\n', 'latin1'))]);
    const { firstRows } = await checkGzip(latin, workers, { encoding: 'windows-1252' });
    assert.deepEqual(firstRows, [['1', 'Zürich']]);
  });

  it('has the fingerprint of the text in it, with the digest of the file', async () => {
    const fingerprintFile = { path: join(folder, 'connection'), secret: '00'.repeat(32) };
    const request = { kind: 'csv', conversion: {}, fingerprintFile, lastSyncId: 'sync-1' } as const;
    const table = 'id,town\n1,Zürich\n2,Bern\n';
    const ofText = await workers.fingerprintBytes([Buffer.from(table)], request);
    const ofFile = await fingerprintGzip(fileOf('csv', [gzipSync(table)]), workers, request, {});
    assert.equal(ofText?.summary.rows, 2);
    assert.deepEqual(ofFile, { ...ofText, digest: digestOf(gzipSync(table)) });
  });

  it('tells how many compressed bytes were read', async () => {
    const progress: number[] = [];
    await checkGzip(file(), workers, { onProgress: (bytes) => progress.push(bytes) });
    assert.deepEqual(progress, [10, COMPRESSED.length]);
  });

  it('is read no further once it is cancelled', async () => {
    const cancel = new AbortController();
    const progress: number[] = [];
    const check = checkGzip(file(), workers, {
      signal: cancel.signal,
      onProgress: (bytes) => {
        progress.push(bytes);
        cancel.abort(new Error('Enough.'));
      },
    });
    await assert.rejects(check, /Enough/);
    assert.deepEqual(progress, [10]);
  });

  it('is refused if its end is missing', async () => {
    const broken = fileOf('csv', [COMPRESSED.subarray(0, -4)]);
    await assert.rejects(checkGzip(broken, workers, {}), { code: BROKEN_ARCHIVE });
  });
});

function digestOf(bytes: Uint8Array): string {
  const digest = new ContentDigest();
  digest.update(bytes);
  return digest.digest();
}
