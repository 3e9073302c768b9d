import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FingerprintRequest } from '../../../../src/data/fingerprint/loadFingerprint.ts';
import { DataWorkers } from '../../../../src/data/worker/dataWorkers.ts';
import { checkText } from '../check/checkText.ts';

const PROGRAM = new URL('../../../../src/data/worker/main.ts', import.meta.url);
const TEXT = `id,town\n${Array.from({ length: 300_000 }, (_, index) => `${index},Zürich\n`).join('')}`;

describe('The fingerprint of a load, in a worker', () => {
  let workers: DataWorkers;
  let folder: string;
  let request: FingerprintRequest;
  let path: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fingerprint-'));
    path = join(folder, 'towns.csv');
    const fingerprintFile = { path: join(folder, 'loads', 'connection'), secret: '00'.repeat(32) };
    request = { kind: 'csv', conversion: {}, fingerprintFile, lastSyncId: 'sync-1' };
    await writeFile(path, TEXT);
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => (workers = new DataWorkers(PROGRAM)));
  afterEach(() => workers.dispose());

  it('is the same of a file and of bytes, with the digest of the check', async () => {
    const reads: number[] = [];
    const ofFile = await workers.fingerprintFile(path, request, { onProgress: (bytes) => reads.push(bytes) });
    const ofBytes = await workers.fingerprintBytes([Buffer.from(TEXT)], request);
    assert.deepEqual(ofFile, ofBytes);
    assert.equal(ofFile?.digest, checkText('csv', TEXT).digest);
    assert.equal(ofFile.summary.rows, 300_000);
    assert.equal(ofFile.change, undefined, 'nothing was loaded before');
  });

  it('is compared with the last load once that was written', async () => {
    const before = await workers.fingerprintFile(path, request);
    assert.ok(before);
    const { summary, history, hashes, keys } = before;
    await workers.writeLoad(request.fingerprintFile, { syncId: 'sync-1', at: 5, summary, history, hashes, keys });
    const bytes = [Buffer.from(TEXT.replace('\n1,Zürich', '\n1,Bern')), Buffer.from('300000,Basel\n')];
    const { change } = (await workers.fingerprintBytes(bytes, request)) ?? {};
    assert.deepEqual(change, {
      at: 5,
      rowsBefore: 300_000,
      rows: 300_001,
      difference: { added: 1, removed: 0, same: 299_999, changed: { count: 1, key: 'id' } },
    });
    const other = await workers.fingerprintBytes(bytes, { ...request, lastSyncId: 'sync-2' });
    assert.equal(other?.change, undefined, 'another upload was the last one');
  });

  it('stops when cancelled', async () => {
    const cancel = new AbortController();
    const reading = workers.fingerprintBytes([Buffer.from(TEXT.repeat(20))], request, { signal: cancel.signal });
    setImmediate(() => cancel.abort(new Error('Enough.')));
    await assert.rejects(reading, /Enough/);
  });

  it('rejects where the file is gone, or the load can’t be written', async () => {
    await assert.rejects(workers.fingerprintFile(join(folder, 'gone.csv'), request), { code: 'ENOENT' });
    const summary = { isJson: false, rows: 0, sum: '', columns: [] };
    const fingerprintFile = { ...request.fingerprintFile, path: join(path, 'connection') };
    const load = { syncId: '', at: 0, summary, history: [], hashes: undefined, keys: undefined };
    await assert.rejects(workers.writeLoad(fingerprintFile, load), { code: /ENOTDIR|EEXIST/ });
  });
});
